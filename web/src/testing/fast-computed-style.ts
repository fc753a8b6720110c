const PROPERTIES = [
  { key: 'display', name: 'display', isInherited: false },
  { key: 'visibility', name: 'visibility', isInherited: true },
  { key: 'pointerEvents', name: 'pointer-events', isInherited: false },
] as const;
type Property = (typeof PROPERTIES)[number];

/**
 * Makes `getComputedStyle` fast for the three properties that queries by role and clicks read. happy-dom computes every
 * property of an element and its ancestors at each read, a tenth of the time of the tests; these three follow from
 * inline styles and the tag, unless a style sheet of the page names them.
 */
export function installFastComputedStyle(page: Window & typeof globalThis): void {
  const { document } = page;
  const computed = page.getComputedStyle.bind(page);
  const sheets = document.getElementsByTagName('style');
  const byTag = new Map<string, string>();

  const ofTag = (name: string, { namespaceURI, localName, tagName }: Element): string => {
    const key = `${name} ${tagName}`;
    let value = byTag.get(key);
    if (value === undefined) {
      const bare = document.createElementNS(namespaceURI, localName);
      document.documentElement.append(bare);
      value = computed(bare).getPropertyValue(name);
      bare.remove();
      byTag.set(key, value);
    }
    return value;
  };
  const read = (element: Element, { name, isInherited }: Property): string => {
    for (const sheet of sheets)
      if (sheet.textContent.includes(name)) return computed(element).getPropertyValue(name);
    for (let at: Element | null = element; at; at = isInherited ? at.parentElement : null) {
      const inline = at.hasAttribute('style') && computed(at).getPropertyValue(name);
      if (inline) return inline;
    }
    return ofTag(name, element);
  };

  page.getComputedStyle = (element) => {
    // whether a dialog is displayed depends on its `open` attribute
    if (!element.isConnected || element.tagName === 'DIALOG') return computed(element);
    return new Proxy(computed(element), {
      get(real, key) {
        if (key === 'getPropertyValue')
          return (asked: string) => {
            const property = PROPERTIES.find(({ name }) => name === asked);
            return property ? read(element, property) : real.getPropertyValue(asked);
          };
        const property = PROPERTIES.find((one) => one.key === key);
        return property ? read(element, property) : Reflect.get(real, key, real);
      },
    });
  };
}
