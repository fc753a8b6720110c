import compatibility from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserContext } from '@playwright/test';

/** What README states. */
export const OLDEST = { chrome: '111', firefox: '128', safari: '16.4' } as const;

export const ENGINES = ['chrome', 'firefox', 'safari'] as const satisfies readonly (keyof typeof OLDEST)[];
export type Translator = 'replaces texts' | 'wraps texts' | 'takes lines apart' | 'splits texts';
/** What each engine's own translator, and extensions for it, do to a page. */
export const TRANSLATORS = {
  chrome: ['replaces texts', 'wraps texts'],
  firefox: ['takes lines apart'],
  safari: ['splits texts'],
} as const satisfies Record<keyof typeof OLDEST, readonly Translator[]>;
export const HOURS_OFF = [-26, -3, 3, 26] as const;
/** What a browser refuses or fakes against being tracked. */
export const PRIVACY = ['allows everything', 'refuses storage', 'draws noise'] as const;

export type HostileBrowser = {
  readonly engine?: (typeof ENGINES)[number];
  readonly translator?: Translator;
  /** How far its clock is ahead. */
  readonly hoursOff?: number;
  readonly privacy?: (typeof PRIVACY)[number];
};

/** In words, for titles. */
export const nameOf = ({ engine, translator, hoursOff, privacy }: HostileBrowser): string =>
  [
    engine && `is ${engine} ${OLDEST[engine]}`,
    translator && `translates (${translator})`,
    hoursOff && `is ${hoursOff} h off`,
    privacy,
  ]
    .filter(Boolean)
    .join(', ');

type Support = {
  readonly version_added?: unknown;
  readonly version_removed?: unknown;
  readonly flags?: unknown;
};
type Compatibility = { readonly __compat?: { readonly support: Readonly<Record<string, unknown>> } };

const numberOf = (version: string): number => Number(version.replace('≤', ''));

/** Whether the data says that the engine's oldest version has it. What it does not know of is left in place. */
function isMissing(node: unknown, engine: keyof typeof OLDEST): boolean {
  const stated = (node as Compatibility).__compat?.support[engine];
  if (stated === undefined) return false;
  const oldest = Number(OLDEST[engine]);
  return !([stated].flat() as Support[]).some(({ version_added: added, version_removed: removed, flags }) => {
    if (flags !== undefined || typeof added !== 'string' || added === 'preview') return false;
    return numberOf(added) <= oldest && !(typeof removed === 'string' && numberOf(removed) <= oldest);
  });
}

const { Intl: intl, ...builtins } = compatibility.javascript['builtins'] as unknown as Record<string, object>;
/** Of the page and the language, each with its members. */
const INTERFACES = [compatibility.api as unknown as Record<string, object>, builtins, intl ?? {}].flatMap(
  (all) => Object.entries<object>(all as Record<string, object>),
);

/** The stated engines whose oldest version lacks an interface, a function of the page, or a member of an interface. */
export function enginesWithout(name: string, member?: string): readonly string[] {
  const found = INTERFACES.filter(([one]) => one === (member === undefined ? 'Window' : name));
  const global = INTERFACES.find(([one]) => one === name)?.[1];
  const nodes = found.flatMap(([, node]) => {
    const members = node as Readonly<Record<string, unknown>>;
    return [members[member ?? name], members[`${member ?? name}_static`]].filter(Boolean);
  });
  const all = member === undefined && global ? [global] : nodes;
  return ENGINES.filter((engine) => all.length > 0 && all.every((node) => isMissing(node, engine)));
}

/** The interfaces, and the members of others, that the engine lacks: `URL.parse`, `Navigator`. */
function missingIn(engine: keyof typeof OLDEST): readonly string[] {
  const interfaces = INTERFACES
    // the browser of the tests enforces them
    .filter(([name]) => !/^trusted/i.test(name));
  return interfaces.flatMap(([name, node]) => {
    if (isMissing(node, engine)) return [name];
    return Object.entries(node)
      .filter(([member, of]) => /^[A-Za-z]+(_static)?$/.test(member) && isMissing(of, engine))
      .map(([member]) => `${name}.${member.replace('_static', '')}`);
  });
}

/** Takes away what an engine lacks. Runs in the page. */
function takeAway(names: readonly string[]): void {
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const holders: unknown[] = [globalThis, Intl];
    for (const holder of holders) {
      if (!(holder instanceof Object) || !(owner in holder)) continue;
      if (member === undefined) Reflect.deleteProperty(holder, owner);
      else {
        const of: unknown = Reflect.get(holder, owner);
        if (!(of instanceof Object)) continue;
        Reflect.deleteProperty(of, member);
        const { prototype } = of as { prototype?: unknown };
        if (prototype instanceof Object) Reflect.deleteProperty(prototype, member);
      }
    }
  }
}

/** Translates as browsers do, each text and the new ones too. Runs in the page. */
function translate(translator: Translator): void {
  const { replaceChild, removeChild, insertBefore, appendChild } = Node.prototype;
  /** The translation, or what is translated as it is. */
  const done = new WeakMap<Node, string | null>();
  const isLeft = (text: Node): boolean =>
    !text.parentElement ||
    !text.textContent?.trim() ||
    done.get(text) === text.textContent ||
    text.parentElement.closest('font, script, style, textarea, [translate=no]') !== null;
  const newText = (content: string): Text => {
    const text = document.createTextNode(content);
    done.set(text, content);
    return text;
  };
  const inFont = (text: Node): Node => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    appendChild.call(outer, inner);
    if (text.parentNode) replaceChild.call(text.parentNode, outer, text);
    return inner;
  };
  const translateOne = (text: Text): void => {
    const { parentNode, nextSibling, data } = text;
    if (translator === 'replaces texts') appendChild.call(inFont(text), newText(data));
    else if (translator === 'wraps texts') appendChild.call(inFont(text), text);
    else if (translator === 'takes lines apart') {
      const nodes = [...(parentNode?.childNodes ?? [])];
      for (const node of nodes) if (parentNode) removeChild.call(parentNode, node);
      for (const node of nodes) {
        if (node instanceof Text) done.set(node, node.data);
        if (parentNode) appendChild.call(parentNode, node);
      }
    } else if (parentNode) {
      removeChild.call(parentNode, text);
      const half = Math.ceil(data.length / 2);
      for (const part of [data.slice(0, half), data.slice(half)])
        insertBefore.call(parentNode, newText(part), nextSibling);
    }
  };
  const translateAll = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) if (!isLeft(text)) translateOne(text);
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(translateAll).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

/** Runs in the page. */
function setClock(offMs: number): void {
  const Real = Date;
  globalThis.Date = class extends Real {
    static override now = () => Real.now() + offMs;
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(Real.now() + offMs);
      else super(...given);
    }
  } as DateConstructor;
}

/** Runs in the page. */
function refuseStorage(): void {
  function refuse(): never {
    throw new DOMException('Access is denied', 'SecurityError');
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  LockManager.prototype.request = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
}

/** Gives out noise for what was drawn. Runs in the page. */
function drawNoise(): void {
  const { toBlob } = HTMLCanvasElement.prototype;
  const { getImageData, putImageData } = CanvasRenderingContext2D.prototype;
  const noise = (image: ImageData): ImageData => {
    for (let at = 0; at < image.data.length; at += 1) image.data[at] = Math.random() * 255;
    return image;
  };
  CanvasRenderingContext2D.prototype.getImageData = function read(...area) {
    return noise(getImageData.apply(this, area));
  };
  HTMLCanvasElement.prototype.toBlob = function encode(...args) {
    const context = this.getContext('2d');
    context?.putImageData(noise(new ImageData(this.width, this.height)), 0, 0);
    return toBlob.apply(this, args);
  };
  CanvasRenderingContext2D.prototype.putImageData = putImageData;
}

/** Makes the pages of a context behave so from the next one on. */
export async function makeHostile(
  context: BrowserContext,
  { engine, translator, hoursOff, privacy }: HostileBrowser,
): Promise<void> {
  if (translator) await context.addInitScript(translate, translator);
  if (hoursOff) await context.addInitScript(setClock, hoursOff * 3_600_000);
  if (privacy === 'refuses storage') await context.addInitScript(refuseStorage);
  if (privacy === 'draws noise') await context.addInitScript(drawNoise);
  if (engine) await context.addInitScript(takeAway, missingIn(engine));
}
