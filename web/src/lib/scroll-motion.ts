/** How the page moves to a place that a press asked for: at once for whoever asks their device for less motion. */
export const scrollMotion = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
