/** A map's file as text, for what reads it without fetching. */
declare module '*.geojson?raw' {
  const text: string;
  export default text;
}
