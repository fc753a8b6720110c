import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CanvasLayer } from './canvas-layer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function shown(options?: { isDueSoon: () => boolean }) {
  const frame = document.createElement('div');
  Object.defineProperties(frame, { clientWidth: { value: 400 }, clientHeight: { value: 300 } });
  const map = new LeafletMap(frame, { center: [52, 13], zoom: 14, zoomAnimation: false });
  const draw = vi.fn<() => void>();
  const layer = new CanvasLayer(draw, options).addTo(map);
  vi.runAllTimers();
  draw.mockClear();
  return { map, layer, draw };
}

it('is drawn once a frame, however often that is asked for', () => {
  const { map, layer, draw } = shown();
  map.panBy([50, 0], { animate: false });
  layer.refresh();
  layer.refresh();
  vi.runAllTimers();
  expect(draw).toHaveBeenCalledTimes(1);
  layer.refresh();
  map.remove();
  vi.runAllTimers();
  expect(draw).toHaveBeenCalledTimes(1);
});

it('passes over a move if it is due soon, but not over another zoom', () => {
  const { map, draw } = shown({ isDueSoon: () => true });
  map.panBy([50, 0], { animate: false });
  vi.runAllTimers();
  expect(draw).not.toHaveBeenCalled();
  map.setZoom(15, { animate: false });
  vi.runAllTimers();
  expect(draw).toHaveBeenCalledTimes(1);
});
