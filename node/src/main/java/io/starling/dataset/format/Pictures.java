package io.starling.dataset.format;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import javax.imageio.ImageIO;

/** JPEG and PNG pictures as planar RGB bytes. */
public final class Pictures {
    private Pictures() {
    }

    /**
     * The picture scaled to {@code side × side}, all red bytes first, then green, then blue.
     *
     * @param file for the error message
     */
    public static byte[] square(InputStream in, String file, int side) throws IOException {
        BufferedImage picture = ImageIO.read(in);
        if (picture == null) {
            throw BadData.in(file, "it is not a picture in JPEG or PNG.");
        }
        BufferedImage scaled = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(picture, 0, 0, side, side, null);
        graphics.dispose();
        int[] pixels = scaled.getRGB(0, 0, side, side, null, 0, side);
        byte[] planes = new byte[3 * pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            planes[i] = (byte) (pixels[i] >> 16);
            planes[pixels.length + i] = (byte) (pixels[i] >> 8);
            planes[2 * pixels.length + i] = (byte) pixels[i];
        }
        return planes;
    }
}
