'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const bandChoice = document.getElementById('band');
  const themeChoice = document.getElementById('theme');
  const systemDark = matchMedia('(prefers-color-scheme: dark)');
  const hidden = new Set();
  const charts = new Map();

  // Told apart also by people who do not see red and green as others do; beyond ten curves the dashes differ.
  const PALETTES = {
    light: ['#1f6fb4', '#d1560c', '#1a8a5a', '#9146a8', '#b58900', '#c2255c', '#0b7f8c', '#6b4f3a', '#5c6670', '#4b5fd1'],
    dark: ['#6cb0f0', '#ff9a52', '#4fcf97', '#cf93e6', '#e6c24d', '#ff7fa8', '#4fd0dc', '#c9a88c', '#aeb8c4', '#98a6ff'],
  };
  const PARTS = {
    light: ['#1f6fb4', '#e08a3c', '#8a96a3', '#c8a415', '#6a4fb3'],
    dark: ['#6cb0f0', '#f0a35e', '#8f9baa', '#e6c84d', '#b09cf0'],
  };
  const SHADES = {light: ['#eef3f8', '#9cc4e4', '#3d86c0', '#0d3c6e'], dark: ['#222932', '#27537d', '#4b9bdc', '#d6ecff']};
  const LABEL_WIDTH = 190;
  const LABEL_LINE = 15;
  const DASHES = ['solid', [7, 4], [2, 3]];

  const isDark = () => themeChoice.value === 'dark' || (themeChoice.value === 'auto' && systemDark.matches);
  const theme = () => (isDark() ? 'dark' : 'light');
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (curve) => PALETTES[theme()][curve % 10];
  const dash = (curve) => DASHES[Math.floor(curve / 10) % DASHES.length];
  const text = (s) => String(s).replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

  function short(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return '–';
    const size = Math.abs(value);
    if (size !== 0 && (size < 0.001 || size >= 1e7)) return value.toExponential(2);
    return value.toLocaleString('en-US', {maximumFractionDigits: size >= 1000 ? 0 : size >= 10 ? 2 : 4});
  }

  /** Lower and upper end of a point's band; null where there is none. A point is [x, mean, std, ci95, min, max, seeds]. */
  function band(point) {
    const [, mean, std, ci, least, most, seeds] = point;
    const kind = bandChoice.value === 'auto' ? (seeds > 1 ? 'ci' : 'std') : bandChoice.value;
    // Nothing that is drawn can be negative.
    if (kind === 'ci' && ci !== null) return [Math.max(Math.min(0, mean), mean - ci), mean + ci];
    if (kind === 'std' && std > 0) return [Math.max(Math.min(0, mean), mean - std), mean + std];
    if (kind === 'range' && most > least) return [least, most];
    return null;
  }

  function axis(name, more) {
    return {
      type: 'value', scale: true, name, nameLocation: 'middle', nameTextStyle: {color: css('--faint'), fontSize: 12},
      axisLine: {show: true, lineStyle: {color: css('--faint')}}, axisTick: {show: true},
      axisLabel: {color: css('--faint'), hideOverlap: true, formatter: short}, splitLine: {lineStyle: {color: css('--line')}}, ...more,
    };
  }

  const tooltip = (more) => ({
    confine: true, backgroundColor: css('--panel'), borderColor: css('--line'), textStyle: {color: css('--ink'), fontSize: 12}, ...more,
  });

  const toolbox = () => ({
    right: 4, top: 0, itemSize: 13, iconStyle: {borderColor: css('--faint')},
    feature: {dataZoom: {filterMode: 'none', title: {zoom: 'Zoom into a rectangle', back: 'Back'}}, restore: {title: 'All of it'}, saveAsImage: {title: 'Save', backgroundColor: css('--panel')}},
  });

  function lines(figure) {
    const series = [];
    for (const line of figure.lines) {
      if (hidden.has(line.curve)) continue;
      const name = data.curves[line.curve].label;
      const banded = line.points.map((point) => ({x: point[0], ends: band(point)})).filter((p) => p.ends !== null);
      if (banded.length > 1) {
        series.push({
          type: 'custom', name, silent: true, clip: true, z: 1, tooltip: {show: false}, dimensions: ['x', 'low', 'high'], encode: {x: 0, y: [1, 2]},
          data: banded.map((p) => [p.x, ...p.ends]),
          renderItem(params, api) {
            if (params.context.drawn) return undefined;
            params.context.drawn = true;
            const upper = banded.map((p) => api.coord([p.x, p.ends[1]]));
            const lower = banded.map((p) => api.coord([p.x, p.ends[0]])).reverse();
            return {type: 'polygon', shape: {points: upper.concat(lower)}, style: {fill: colour(line.curve), opacity: isDark() ? 0.22 : 0.16}};
          },
        });
      }
      series.push({
        type: 'line', name, z: 2, data: line.points, encode: {x: 0, y: 1}, dimensions: ['x', 'mean', 'std', 'ci', 'min', 'max', 'seeds'],
        showSymbol: line.points.length <= 30, symbol: 'circle', symbolSize: 5,
        lineStyle: {width: 2, color: colour(line.curve), type: dash(line.curve)}, itemStyle: {color: colour(line.curve)}, emphasis: {disabled: true},
      });
    }
    return {
      animation: false, textStyle: {fontFamily: 'inherit'}, toolbox: toolbox(), grid: {left: 8, right: 22, top: 36, bottom: 26, containLabel: true},
      xAxis: axis(figure.x, {nameGap: 28, scale: false}),
      yAxis: axis(''),
      // The axis' name lies level above it, where there is room for it whatever the numbers' width.
      title: {text: figure.y, left: 0, top: 4, textStyle: {color: css('--faint'), fontSize: 12, fontWeight: 'normal'}},
      tooltip: tooltip({trigger: 'axis', axisPointer: {type: 'line', lineStyle: {color: css('--faint')}}, formatter: (items) => lineTip(figure, items)}),
      series,
    };
  }

  function lineTip(figure, items) {
    const own = items.filter((item) => item.seriesType === 'line');
    if (own.length === 0) return '';
    const rows = own.map((item) => {
      const [x, mean, std, ci, least, most, seeds] = item.data;
      const more = [];
      if (ci !== null) more.push(`± ${short(ci)} over ${seeds} seeds`);
      if (std > 0) more.push(`std ${short(std)}, ${short(least)} … ${short(most)} over nodes`);
      return `${item.marker}<b>${short(mean)}</b> ${text(more.join('; '))} · ${text(item.seriesName)} <span style="opacity:.7">at ${short(x)}</span>`;
    });
    return `${text(figure.x)}<br>${rows.join('<br>')}`;
  }

  function bars(figure) {
    const shown = figure.categories.map((label, i) => i).filter((i) => !hidden.has(i));
    return {
      animation: false, textStyle: {fontFamily: 'inherit'},
      legend: {bottom: 0, textStyle: {color: css('--ink')}, itemWidth: 14, itemHeight: 10, icon: 'rect'},
      grid: {left: 12, right: 30, top: 12, bottom: figure.parts.length > 3 ? 96 : 76, containLabel: true},
      // Sideways, so that long names of configurations have room.
      xAxis: axis(figure.y, {nameGap: 26, scale: false}),
      yAxis: {
        type: 'category', inverse: true, data: shown.map((i) => figure.categories[i]), axisLine: {lineStyle: {color: css('--faint')}}, axisTick: {show: false},
        axisLabel: {color: css('--ink'), width: LABEL_WIDTH, overflow: 'break', interval: 0, lineHeight: LABEL_LINE},
      },
      tooltip: tooltip({trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: (v) => `${short(v)} ${figure.y}`}),
      series: figure.parts.map((part, i) => ({
        type: 'bar', stack: 'all', name: part.name, data: shown.map((c) => part.values[c]), barMaxWidth: 34, itemStyle: {color: PARTS[theme()][i % 5]},
      })),
    };
  }

  function heat(figure) {
    const cells = [];
    let most = 1;
    figure.counts.forEach((column, x) => column.forEach((count, y) => {
      if (count > 0) cells.push([x, y, count]);
      most = Math.max(most, count);
    }));
    const names = (n) => Array.from({length: n}, (_, i) => String(i));
    const category = (name, n, gap) => ({
      type: 'category', data: names(n), name, nameLocation: 'middle', nameGap: gap, nameTextStyle: {color: css('--faint')}, axisTick: {show: false},
      axisLine: {lineStyle: {color: css('--faint')}}, axisLabel: {color: css('--faint'), hideOverlap: true}, splitArea: {show: false},
    });
    return {
      animation: false, textStyle: {fontFamily: 'inherit'}, grid: {left: 20, right: 76, top: 12, bottom: 24, containLabel: true},
      xAxis: category(figure.x, figure.counts.length, 26), yAxis: category(figure.y, figure.counts[0].length, 34),
      visualMap: {
        min: 0, max: most, calculable: false, right: 4, top: 'middle', itemWidth: 12, itemHeight: 180, textStyle: {color: css('--faint')}, text: [short(most), '0'],
        inRange: {color: SHADES[theme()]},
      },
      tooltip: tooltip({formatter: (item) => `node ${item.data[0]}, label ${item.data[1]}: ${short(item.data[2])} samples`}),
      series: [{type: 'heatmap', data: cells, itemStyle: {borderWidth: figure.counts.length > 128 ? 0 : 1, borderColor: css('--panel')}, emphasis: {disabled: true}}],
    };
  }

  const KINDS = {lines, bars, heat};

  function draw() {
    document.documentElement.dataset.theme = theme();
    for (const figure of data.figures) {
      const place = document.querySelector(`#${CSS.escape(figure.id)} .plot`);
      if (figure.kind === 'bars') {
        const shown = figure.categories.filter((label, i) => !hidden.has(i));
        // About 24 characters fit into a line of a label.
        const tallest = Math.max(1, ...shown.map((label) => Math.ceil(label.length / 24)));
        place.style.height = `${Math.max(240, 120 + Math.max(36, 10 + LABEL_LINE * tallest) * shown.length)}px`;
      } else if (figure.kind === 'heat') {
        place.style.height = `${Math.max(300, Math.min(900, 70 + 16 * figure.counts[0].length))}px`;
      }
      let chart = charts.get(figure.id);
      if (!chart) {
        chart = echarts.init(place, null, {renderer: figure.kind === 'heat' ? 'canvas' : 'svg'});
        charts.set(figure.id, chart);
      }
      chart.resize();
      chart.setOption(KINDS[figure.kind](figure), true);
    }
    legend();
    document.documentElement.dataset.drawn = String(charts.size);
  }

  function legend() {
    const place = document.getElementById('legend');
    place.replaceChildren(...data.curves.map((curve, i) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.title = `${curve.label}: show or hide; with Shift, show only this`;
      button.setAttribute('aria-pressed', String(!hidden.has(i)));
      const dashes = dash(i) === 'solid' ? '' : ` stroke-dasharray="${dash(i).join(' ')}"`;
      button.innerHTML = `<svg width="22" height="8"><line x1="0" x2="22" y1="4" y2="4" stroke="${colour(i)}" stroke-width="3"${dashes}/></svg>`
        + text(curve.label) + (curve.seeds > 1 ? ` <span style="opacity:.7">(${curve.seeds} seeds)</span>` : '');
      button.addEventListener('click', (event) => {
        if (event.shiftKey) {
          data.curves.forEach((_, other) => (other === i ? hidden.delete(other) : hidden.add(other)));
        } else if (!hidden.delete(i)) {
          hidden.add(i);
        }
        draw();
      });
      return button;
    }));
  }

  bandChoice.addEventListener('change', draw);
  themeChoice.addEventListener('change', draw);
  systemDark.addEventListener('change', draw);
  let pending;
  addEventListener('resize', () => {
    clearTimeout(pending);
    pending = setTimeout(() => charts.forEach((chart) => chart.resize()), 120);
  });
  draw();
})();
