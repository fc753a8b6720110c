/** A GeoJSON file as text, imported without a fetch. */
declare module '*.geojson?raw' {
  const text: string;
  export default text;
}
