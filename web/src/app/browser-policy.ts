/*
 * The first import of the page: sets what must be in place before another module runs under the Content
 * Security Policy.
 */
declare global {
  var __webpack_nonce__: string | undefined;
  var __zod_globalConfig: { jitless: boolean } | undefined;
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
      ): unknown;
    };
  }
}

// zod would try `new Function`, which the policy forbids and reports. zod reads this flag when it loads,
// which here is only with a form.
globalThis.__zod_globalConfig = { jitless: true };

// Libraries that insert a style sheet (the scroll lock under a dialog) read the nonce here.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) globalThis.__webpack_nonce__ = nonce;

/** Strings that a library writes as HTML: its own constants, never user content. */
const KNOWN_HTML: readonly string[] = [
  '', // empties an element
  '<svg/>', // Leaflet tests for inline SVG support
];

/** As the build and the development server name it. */
const MAP_WORKER = new URL(
  import.meta.env.DEV ? '/src/ui/map/tile-worker' : '/assets/tile-worker',
  window.location.href,
).href;

/** Leaflet and Radix draw through DOM calls; the little HTML they write is listed above. */
window.trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (KNOWN_HTML.includes(text)) return text;
    throw new TypeError('This text may not become HTML');
  },
  // the card provider's script, which the Content Security Policy allows where people pay, and the map's worker
  createScriptURL(url) {
    if (url.startsWith('https://js.stripe.com/') || url.startsWith(MAP_WORKER)) return url;
    throw new TypeError('This script may not be loaded');
  },
});

export {};
