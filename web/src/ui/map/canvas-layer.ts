import { DomUtil, Layer, type Map as LeafletMap, type Point } from 'leaflet';

/** The canvas extends beyond the view by this share of its size, so that a short pan shows no empty edge. */
const PAD = 0.25;

export type PaddedView = {
  /** The canvas's top left corner relative to the view's, in pixels. */
  readonly corner: Point;
  /** Size of the canvas, in CSS pixels. */
  readonly size: Point;
};

/** A canvas over the whole view, redrawn when the map stops moving. */
export class CanvasLayer extends Layer {
  readonly canvas = document.createElement('canvas');
  readonly draw: (map: LeafletMap, canvas: HTMLCanvasElement, view: PaddedView) => void;
  readonly below: boolean;
  shownOn: LeafletMap | null = null;

  /** Places this canvas below the existing ones. */
  constructor(draw: CanvasLayer['draw'], { below = false }: { below?: boolean } = {}) {
    super();
    this.draw = draw;
    this.below = below;
    this.canvas.className = 'leaflet-zoom-hide';
    this.canvas.style.pointerEvents = 'none';
  }

  readonly refresh = (): void => {
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
    if (this.below) pane?.prepend(this.canvas);
    else pane?.append(this.canvas);
    this.shownOn = map;
    map.on('moveend zoomend resize', this.refresh);
    this.refresh();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off('moveend zoomend resize', this.refresh);
    this.shownOn = null;
    this.canvas.remove();
    return this;
  }
}
