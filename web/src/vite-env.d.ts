declare module '*.css';
declare module '*.html?raw' {
  const html: string;
  export default html;
}
declare module '*.webp' {
  const address: string;
  export default address;
}
