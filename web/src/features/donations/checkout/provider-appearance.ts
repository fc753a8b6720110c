import type { Appearance } from '@stripe/stripe-js';

/** The provider's fields in our colors and sizes: they are in a frame of its own, which knows none of our styles. */
export function providerAppearance(isDark: boolean): Appearance {
  const probe = document.body.appendChild(document.createElement('span'));
  // the value of a token names both themes; a color that is computed from it has the one that is active
  const token = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const [primary, background, text] = [token('--brand'), token('--surface'), token('--ink')];
  const [secondary, danger, control] = [token('--muted'), token('--tomato'), token('--control')];
  probe.remove();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: primary,
      colorBackground: background,
      colorText: text,
      colorTextSecondary: secondary,
      colorDanger: danger,
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '14px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { borderColor: control, padding: '12px' },
      '.Label': { fontWeight: '600' },
    },
  };
}
