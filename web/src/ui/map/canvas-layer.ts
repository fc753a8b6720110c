import { DomUtil, Layer, type Map as LeafletMap, type Point } from 'leaflet';

/** The canvas extends beyond the view by this share of its size, so that a short pan shows no empty edge. */
const PAD = 0.25;

export type PaddedView = {
  /** The canvas's top left corner relative to the view's, in pixels. */
  readonly corner: Point;
  /** Size of the canvas, in CSS pixels. */
  readonly size: Point;
};

/** A brush for an empty canvas of the view's size, in CSS pixels; null where there is none to be had. */
export function emptyBrush(
  canvas: HTMLCanvasElement,
  { size }: PaddedView,
  ratio: number,
): CanvasRenderingContext2D | null {
  canvas.width = size.x * ratio;
  canvas.height = size.y * ratio;
  const brush = canvas.getContext('2d');
  brush?.scale(ratio, ratio);
  return brush;
}

type Options = {
  /** Places this canvas below the existing ones. */
  readonly below?: boolean;
};

/** A map that has not moved for so long is at rest: a thumb that drags it again and again would wait for each drawing. */
const REST_MS = 120;

/** A canvas over the whole view, drawn again when the map rests, at most once a frame. */
export class CanvasLayer extends Layer {
  readonly canvas = document.createElement('canvas');
  readonly draw: (map: LeafletMap, canvas: HTMLCanvasElement, view: PaddedView) => void;
  readonly how: Options;
  shownOn: LeafletMap | null = null;
  frame = 0;
  /** Set from a move until the map rests. */
  resting: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: CanvasLayer['draw'], options: Options = {}) {
    super();
    this.draw = draw;
    this.how = options;
    this.canvas.className = 'leaflet-zoom-hide';
    this.canvas.style.pointerEvents = 'none';
  }

  /** Draws it again in the next frame; while the map moves, once it rests. */
  readonly refresh = (): void => {
    cancelAnimationFrame(this.frame);
    if (this.resting === undefined) this.frame = requestAnimationFrame(this.drawNow);
  };

  readonly onMove = (): void => {
    this.stop();
    this.resting = setTimeout(this.onRest, REST_MS);
  };

  readonly onRest = (): void => {
    this.stop();
    this.refresh();
  };

  readonly stop = (): void => {
    clearTimeout(this.resting);
    this.resting = undefined;
    cancelAnimationFrame(this.frame);
  };

  readonly drawNow = (): void => {
    const map = this.shownOn;
    if (!map) return;
    const view = map.getSize();
    if (view.x === 0 || view.y === 0) return;
    const corner = view.multiplyBy(-PAD).round();
    const size = view.multiplyBy(1 + 2 * PAD).round();
    this.canvas.style.width = `${size.x}px`;
    this.canvas.style.height = `${size.y}px`;
    DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint(corner));
    this.draw(map, this.canvas, { corner, size });
  };

  override onAdd(map: LeafletMap): this {
    // Above the tiles, below shadows and markers.
    const pane = map.getPane('overlayPane');
    if (this.how.below) pane?.prepend(this.canvas);
    else pane?.append(this.canvas);
    this.shownOn = map;
    map.on('move', this.onMove);
    // what is there has another size
    map.on('zoomend resize', this.onRest);
    this.refresh();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('move', this.onMove);
    map.off('zoomend resize', this.onRest);
    this.stop();
    this.shownOn = null;
    this.canvas.remove();
    return this;
  }
}
