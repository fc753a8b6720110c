import { DomUtil, Layer, type Map as LeafletMap, type Point } from 'leaflet';

/** The canvas extends beyond the view by this share of its size, so that a short pan shows no empty edge. */
const PAD = 0.25;

export type PaddedView = {
  /** The canvas's top left corner relative to the view's, in pixels. */
  readonly corner: Point;
  /** Size of the canvas, in CSS pixels. */
  readonly size: Point;
};

type Options = {
  /** Places this canvas below the existing ones. */
  readonly below?: boolean;
  /** Whether it is drawn again soon anyway, so that a move of the map may pass. */
  readonly isDueSoon?: () => boolean;
};

/** A canvas over the whole view, redrawn when the map stops moving, at most once a frame. */
export class CanvasLayer extends Layer {
  readonly canvas = document.createElement('canvas');
  readonly draw: (map: LeafletMap, canvas: HTMLCanvasElement, view: PaddedView) => void;
  readonly how: Options;
  shownOn: LeafletMap | null = null;
  frame = 0;

  constructor(draw: CanvasLayer['draw'], options: Options = {}) {
    super();
    this.draw = draw;
    this.how = options;
    this.canvas.className = 'leaflet-zoom-hide';
    this.canvas.style.pointerEvents = 'none';
  }

  readonly refresh = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.drawNow);
  };

  readonly onMoveEnd = (): void => {
    if (!this.how.isDueSoon?.()) this.refresh();
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
    map.on('moveend', this.onMoveEnd);
    map.on('zoomend resize', this.refresh);
    this.refresh();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('moveend', this.onMoveEnd);
    map.off('zoomend resize', this.refresh);
    cancelAnimationFrame(this.frame);
    this.shownOn = null;
    this.canvas.remove();
    return this;
  }
}
