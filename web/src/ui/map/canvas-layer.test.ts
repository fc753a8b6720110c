import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CanvasLayer } from './canvas-layer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function shown() {
  const frame = document.createElement('div');
  Object.defineProperties(frame, { clientWidth: { value: 400 }, clientHeight: { value: 300 } });
  const map = new LeafletMap(frame, { center: [52, 13], zoom: 14, zoomAnimation: false });
  const draw = vi.fn<() => void>();
  const layer = new CanvasLayer(draw).addTo(map);
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

it('is drawn once the map rests, whatever asks for it before, and after another zoom in the next frame', () => {
  const { map, layer, draw } = shown();
  for (const _ of [1, 2, 3]) {
    map.panBy([50, 0], { animate: false });
    layer.refresh();
    vi.advanceTimersByTime(100);
  }
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(draw).toHaveBeenCalledTimes(1);
  map.setZoom(15, { animate: false });
  vi.advanceTimersByTime(40);
  expect(draw).toHaveBeenCalledTimes(2);
});
