/** The basemap's colors for the light and the dark theme. A canvas cannot use CSS variables. */
export type BasemapPalette = {
  readonly land: string;
  readonly water: string;
  readonly shore: string;
  readonly park: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly highway: string;
  readonly path: string;
  readonly rail: string;
  readonly border: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly placeText: string;
  readonly countryText: string;
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
  highway: '#fbe6b8',
  path: '#fffaf0',
  rail: '#d6cdbb',
  border: '#b9ad97',
  building: '#e9e1d0',
  buildingEdge: '#dcd2bd',
  placeText: '#2c3b31',
  countryText: '#6b6252',
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
  highway: '#4d4a34',
  path: '#2b382f',
  rail: '#3a463d',
  border: '#56655b',
  building: '#222e26',
  buildingEdge: '#2b3a30',
  placeText: '#dbe6da',
  countryText: '#9aa89b',
  roadText: '#a5b5a8',
  waterText: '#84b1c8',
  parkText: '#97c9a0',
  halo: 'rgb(11 17 13 / 0.82)',
};

export const basemapPalette = (dark: boolean): BasemapPalette => (dark ? byNight : byDay);
