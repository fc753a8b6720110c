/*
 * The first import of the page: what has to be so before any other module runs under its Content Security Policy.
 */
declare global {
  var __webpack_nonce__: string | undefined;
  var __zod_globalConfig: { jitless: boolean } | undefined;
  interface Window {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
    };
  }
}

// zod would try `new Function`, which the policy forbids and reports. It reads this when it loads, which here is
// only with a form.
globalThis.__zod_globalConfig = { jitless: true };

// The parts that insert a style sheet (the lock against scrolling under a dialog) look for the nonce here.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) globalThis.__webpack_nonce__ = nonce;

/** Strings that a library writes as HTML. They are its own constants, without anything a person wrote. */
const KNOWN_HTML: readonly string[] = [
  '', // emptying an element
  '<svg/>', // the map library asks whether SVG can be written inline
];

/** The map library and the primitives draw by DOM calls; what little HTML they write is listed above. */
window.trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (KNOWN_HTML.includes(text)) return text;
    throw new TypeError('This text may not become HTML');
  },
});

export {};
