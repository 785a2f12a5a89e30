'use strict';
// Asks the driver once a second how the run is going, and draws it. Text goes in as text nodes only, never as markup.

const byId = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const shape = (name, attributes, text) => {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text !== undefined) e.textContent = text;
  return e;
};
const element = (name, text) => {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  return e;
};
const fixed = (value, digits) => value === null || value === undefined ? '–' : value.toFixed(digits);
const megabytes = bytes => bytes >= 1e9 ? (bytes / 1e9).toFixed(2) + ' GB' : (bytes / 1e6).toFixed(1) + ' MB';
const time = s => s < 60 ? Math.round(s) + ' s' : s < 3600 ? Math.floor(s / 60) + ' min ' + Math.round(s % 60) + ' s' : Math.floor(s / 3600) + ' h ' + Math.floor(s % 3600 / 60) + ' min';

// From low to high, told apart also by people who do not see all colours, and on both backgrounds.
const SCALE = [[72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121], [109, 205, 89], [180, 222, 44], [253, 231, 37]];
const colour = part => {
  const at = Math.min(Math.max(part, 0), 1) * (SCALE.length - 1), i = Math.min(Math.floor(at), SCALE.length - 2), f = at - i;
  return SCALE[i].map((c, k) => Math.round(c + f * (SCALE[i + 1][k] - c)));
};
const css = c => `rgb(${c.join(',')})`;
const inkOn = c => 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2] > 140 ? '#111' : '#fff';

// Round numbers that divide a range into about so many parts.
const ticks = (low, high, parts) => {
  const span = high - low || 1, raw = span / parts, power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = power * [1, 2, 5, 10].find(m => m * power >= raw), found = [];
  for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + step * 1e-9; v += step) found.push(v);
  return { values: found, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
};

// Lines over rounds. A line: {points: [[round, mean, std, least, most, n]], kind: 'mean' | 'second', label, band: true}.
const chart = (place, lines, rounds, unit, limits) => {
  const drawn = lines.filter(l => l.points.some(p => p[1] !== null));
  if (!drawn.length) {
    if (!place.querySelector('p')) place.replaceChildren(element('p', 'Nothing has been measured yet.'));
    return;
  }
  const W = 560, H = 270, left = 46, right = 14, top = 26, bottom = 34;
  const values = drawn.flatMap(l => l.points.flatMap(p => l.band ? [p[3], p[4]] : [p[1]])).filter(v => v !== null);
  let low = Math.min(...values), high = Math.max(...values);
  const air = (high - low) * 0.05 || Math.abs(high) * 0.05 || 1;
  low = Math.max(limits[0], low - air);
  high = Math.min(limits[1], high + air);
  const x = r => left + (W - left - right) * r / rounds, y = v => H - bottom - (H - top - bottom) * (v - low) / (high - low);
  const svg = shape('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': drawn.map(l => l.label + ' ' + fixed(l.points[l.points.length - 1][1], 2)).join(', ') });
  const vertical = ticks(low, high, 5);
  for (const v of vertical.values) {
    svg.append(shape('line', { class: 'grid', x1: left, x2: W - right, y1: y(v), y2: y(v) }), shape('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end' }, v.toFixed(vertical.digits)));
  }
  for (const r of ticks(0, rounds, 6).values.filter(Number.isInteger)) {
    svg.append(shape('text', { x: x(r), y: H - bottom + 17, 'text-anchor': 'middle' }, r));
  }
  svg.append(shape('text', { x: (left + W - right) / 2, y: H - 3, 'text-anchor': 'middle' }, 'rounds'), shape('text', { x: 4, y: 14 }, unit));
  const path = (points, column) => points.filter(p => p[column] !== null).map((p, i) => (i ? 'L' : 'M') + x(p[0]).toFixed(1) + ' ' + y(p[column]).toFixed(1)).join('');
  let legend = W - right;
  for (const line of [...drawn].reverse()) {
    const points = line.points.filter(p => p[1] !== null);
    if (line.band && points.length > 1) {
      const edge = sign => points.map(p => [p[0], Math.min(high, Math.max(low, p[1] + sign * p[2]))]);
      svg.append(shape('path', { class: 'band', d: [...edge(1), ...edge(-1).reverse()].map((p, i) => (i ? 'L' : 'M') + x(p[0]).toFixed(1) + ' ' + y(p[1]).toFixed(1)).join('') + 'Z' }));
      svg.append(shape('path', { class: 'range', d: path(points, 3) }), shape('path', { class: 'range', d: path(points, 4) }));
    }
    svg.append(shape('path', { class: line.kind, d: path(points, 1) }));
    if (points.length <= 40) {
      for (const p of points) {
        const dot = shape('circle', { class: 'dot-' + line.kind, cx: x(p[0]), cy: y(p[1]), r: 2.5 });
        dot.append(shape('title', {}, `${line.label} after ${p[0]} rounds: ${fixed(p[1], 3)}, std ${fixed(p[2], 3)}, ${fixed(p[3], 3)} to ${fixed(p[4], 3)}, ${p[5]} nodes`));
        svg.append(dot);
      }
    }
    legend -= line.label.length * 6.4;
    svg.append(shape('text', { x: legend, y: 14 }, line.label), shape('line', { class: line.kind, x1: legend - 22, x2: legend - 5, y1: 10, y2: 10 }));
    legend -= 38;
  }
  place.replaceChildren(svg);
};

let topology = null, topologyRound = -1, askingTopology = false;

const askTopology = async state => {
  const round = Math.floor(state.progress.round);
  if (askingTopology || topology && (topology.static || round === topologyRound)) return;
  askingTopology = true;
  try {
    const answer = await (await fetch('topology.json?round=' + round)).json();
    if (answer.positions) {
      topology = answer;
      topologyRound = round;
    }
  } catch (e) { /* the next second will do */ }
  askingTopology = false;
};

const drawTopology = state => {
  if (!topology || !state.states) return;
  const n = topology.positions.length, size = 480;
  const radius = Math.max(2, Math.min(15, 0.36 * size / Math.sqrt(n) / (n > 60 ? 2 : 1.6)));
  const margin = radius + 4, place = p => margin + p * (size - 2 * margin);
  const known = state.states.map(s => s[2]).filter(v => v !== null), low = Math.min(...known), high = Math.max(...known);
  const svg = shape('svg', { viewBox: `0 0 ${size} ${size + 44}`, role: 'img', 'aria-label': 'topology' });
  const lines = shape('g', { class: 'edge', 'stroke-opacity': Math.min(0.8, Math.max(0.08, 12 / Math.sqrt(topology.shown.length + 1))) });
  for (let i = 0; i < topology.shown.length; i += 2) {
    const a = topology.positions[topology.shown[i]], b = topology.positions[topology.shown[i + 1]];
    lines.append(shape('line', { x1: place(a[0]), y1: place(a[1]), x2: place(b[0]), y2: place(b[1]) }));
  }
  svg.append(lines);
  topology.positions.forEach((p, node) => {
    const [stage, rounds, value] = state.states[node], failed = stage === 'failed';
    const fill = value === null ? null : colour(high > low ? (value - low) / (high - low) : 1);
    const circle = shape('circle', { class: 'node' + (failed ? ' failed' : '') + (fill ? '' : ' unknown'), cx: place(p[0]), cy: place(p[1]), r: radius });
    if (fill) circle.setAttribute('fill', css(fill));
    circle.append(shape('title', {}, `node ${node}: ${stage}, ${rounds} rounds, ${fixed(value, 2)}`));
    svg.append(circle);
    if (radius >= 9) svg.append(shape('text', { class: 'on-node', x: place(p[0]), y: place(p[1]) + 4 }, node)), fill && (svg.lastChild.style.fill = inkOn(fill));
  });
  if (known.length) {
    for (let i = 0; i < 60; i++) svg.append(shape('rect', { x: 90 + i * 5, y: size + 16, width: 5.5, height: 10, fill: css(colour(i / 59)) }));
    svg.append(shape('text', { x: 84, y: size + 26, 'text-anchor': 'end' }, fixed(low, 1)), shape('text', { x: 396, y: size + 26 }, fixed(high, 1)),
      shape('text', { x: 240, y: size + 42, 'text-anchor': 'middle' }, state.metric === 'accuracy' ? 'test accuracy %' : 'test loss'));
  }
  byId('topology').replaceChildren(svg);
  byId('topology-note').textContent = `${n} nodes, ${topology.edges} ${topology.directed ? 'arcs' : 'edges'}`
    + (topology.static ? '' : `, as in round ${topologyRound}`) + (topology.step > 1 ? `; every ${topology.step}th is drawn` : '')
    + (state.progress.failed ? '; failed nodes have a red rim' : '');
};

const row = cells => {
  const tr = element('tr');
  tr.append(...cells.map(c => element('td', c)));
  return tr;
};

const show = state => {
  document.title = (state.progress ? Math.floor(state.progress.round) + '/' + state.rounds + ' ' : '') + state.name + ' · Starling';
  byId('name').textContent = state.run || state.name;
  setStatus(state.status);
  byId('about').textContent = Object.entries(state.about).map(([k, v]) => k + ' ' + v).join(' · ');
  byId('message').textContent = state.status === 'starting' ? state.message : state.line;
  byId('version').textContent = state.version;
  const p = state.progress;
  if (!p) return;
  byId('bar').style.width = 100 * p.round / state.rounds + '%';
  byId('bar').parentElement.setAttribute('aria-valuenow', Math.floor(p.round));
  byId('bar').parentElement.setAttribute('aria-valuemax', state.rounds);
  const figures = [['rounds done', Math.floor(p.round) + ' / ' + state.rounds], ['nodes', state.nodes + (p.failed ? ', ' + p.failed + ' failed' : '')],
    [state.metric === 'RMSE' ? 'test loss' : 'test accuracy', state.metric === 'RMSE' || p.accuracy === null ? fixed(p.loss, 3) : fixed(p.accuracy, 1) + ' %'],
    ['sent by all', megabytes(p.bytesSent)], ['time', time(state.seconds)], ['seed', String(state.seed)]];
  byId('figures').replaceChildren(...figures.map(([name, value]) => {
    const one = element('div');
    one.append(element('dt', name), element('dd', value));
    return one;
  }));
  if (!state.curve) return;
  const accuracy = state.metric === 'accuracy';
  byId('curve-title').textContent = accuracy ? 'Test accuracy' : 'Test RMSE';
  const lines = [{ points: state.curve, kind: 'mean', label: 'nodes', band: true }];
  if (state.averaged.length) lines.push({ points: state.averaged, kind: 'second', label: 'averaged model' });
  chart(byId('curve'), lines, state.rounds, accuracy ? '%' : 'RMSE', accuracy ? [0, 100] : [0, Infinity]);
  chart(byId('loss'), [{ points: state.trainLoss, kind: 'second', label: 'train' }, { points: state.testLoss, kind: 'mean', label: 'test' }], state.rounds, 'loss', [-Infinity, Infinity]);
  byId('slowest').replaceChildren(...state.slowest.map(s => row([s.node, s.rounds, fixed(s.compute, 1), fixed(s.slotWait, 1), fixed(s.communication, 1), fixed(s.wait, 1)])));
  const counts = Object.entries(state.failureCounts);
  byId('failure-counts').textContent = counts.length ? counts.map(([kind, n]) => n + ' ' + kind).join(', ') + '. Failed nodes first, then the latest.' : state.failures.length ? '' : 'None so far.';
  byId('failure-table').hidden = !state.failures.length;
  byId('failures').replaceChildren(...state.failures.map(f => row([f.node < 0 ? '–' : f.node, f.round < 0 ? '–' : f.round, f.kind, (f.peer < 0 ? '' : 'from node ' + f.peer + ': ') + f.message])));
  drawTopology(state);
};

const setStatus = status => {
  byId('status').textContent = status === 'lost' ? 'over, or the driver cannot be reached' : status;
  byId('status').className = 'pill ' + status;
};

const over = status => status === 'finished' || status === 'degraded' || status === 'failed';
let misses = 0;

const look = async () => {
  let status = null;
  try {
    const state = await (await fetch('state.json')).json();
    if (state.progress) await askTopology(state);
    show(state);
    status = state.status;
    misses = 0;
  } catch (e) {
    if (++misses > 2) setStatus('lost');
  }
  if (!over(status) && misses < 30) setTimeout(look, 1000);
};
look();
