"""Writes pywavelets.txt: the numbers that the wavelet domain is held to.

Made once with PyWavelets 1.1.1 (Debian python3-pywt) in double precision:

    /usr/bin/python3 pywavelets.py > pywavelets.txt

A signal is x[i] = sin(0.7 i) + 0.5 cos(2.1 i + 1) + (i mod 5) / 10, in the length given. Each line has
wavelet, length, level, the coefficients as wavedec(mode='symmetric') gives them, deepest approximation first, one after the
other; level "max" is the deepest that pywt.dwt_max_level allows.
"""
import math
import pywt

for name in ["haar", "sym2", "sym7", "db7", "bior2.2", "bior4.4", "rbio2.2", "rbio4.4"]:
    wavelet = pywt.Wavelet(name)
    for length in [14, 31, 32, 33, 64, 101]:
        x = [math.sin(0.7 * i) + 0.5 * math.cos(2.1 * i + 1) + (i % 5) / 10 for i in range(length)]
        deepest = pywt.dwt_max_level(length, wavelet.dec_len)
        for level in sorted({0, 1, 2, 4, deepest}):
            if level <= deepest:
                coefficients = [c for part in pywt.wavedec(x, wavelet, mode="symmetric", level=level) for c in part]
                print(name, length, "max" if level == deepest else level, *("%.9g" % c for c in coefficients))
