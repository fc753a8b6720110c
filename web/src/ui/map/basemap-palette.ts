/** The basemap's colors for the light and the dark theme. A canvas cannot use CSS variables. */
export type BasemapPalette = {
  readonly land: string;
  readonly water: string;
  readonly shore: string;
  readonly park: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly placeText: string;
  readonly roadText: string;
  readonly waterText: string;
  readonly parkText: string;
  /** Drawn around each letter, so that text is readable on any background. */
  readonly halo: string;
};

const byDay: BasemapPalette = {
  land: '#f3eee2',
  water: '#cfe2ea',
  shore: '#b4cfda',
  park: '#cfe3c0',
  road: '#ffffff',
  roadEdge: '#e3dac8',
  placeText: '#2c3b31',
  roadText: '#5f6558',
  waterText: '#35647c',
  parkText: '#2f5f37',
  halo: 'rgb(255 255 255 / 0.86)',
};

const byNight: BasemapPalette = {
  land: '#1a241d',
  water: '#0e1a22',
  shore: '#243945',
  park: '#1d3a27',
  road: '#36463b',
  roadEdge: '#141c17',
  placeText: '#dbe6da',
  roadText: '#a5b5a8',
  waterText: '#84b1c8',
  parkText: '#97c9a0',
  halo: 'rgb(11 17 13 / 0.82)',
};

export const basemapPalette = (dark: boolean): BasemapPalette => (dark ? byNight : byDay);
