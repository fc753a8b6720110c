/** One simulated month, as a row of the table. */
export type PlotRow = { readonly city: string; readonly policy: string; readonly values: readonly number[] };
export type PlotMeasure = { readonly name: string; readonly format: (value: number) => string };

const PANEL = { width: 300, height: 230, top: 44, bottom: 40, left: 12, right: 12 };
const BAR = 34;
const COLORS = ['#857b68', '#5b9a6f', '#17633c'];

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;

/**
 * An SVG with a panel for each measure: for each city a bar for each policy, which is the mean of the seeds, with a dot
 * for each seed. All axes begin at zero.
 */
export function plot(rows: readonly PlotRow[], measures: readonly PlotMeasure[]): string {
  const cities = [...new Set(rows.map(({ city }) => city))];
  const policies = [...new Set(rows.map(({ policy }) => policy))];
  const panels = measures.map((measure, nth) => {
    const most = Math.max(...rows.map(({ values }) => values[nth] ?? 0));
    const height = PANEL.height - PANEL.top - PANEL.bottom;
    const yOf = (value: number): number => PANEL.top + height * (1 - value / most);
    const groupWidth = (PANEL.width - PANEL.left - PANEL.right) / cities.length;
    const bars = cities.flatMap((city, group) => [
      text(PANEL.left + (group + 0.5) * groupWidth, PANEL.height - 18, city, 'text-anchor="middle"'),
      ...policies.map((policy, place) => {
        const seeds = rows
          .filter((row) => row.city === city && row.policy === policy)
          .map(({ values }) => values[nth] ?? 0);
        const mean = seeds.reduce((sum, value) => sum + value, 0) / seeds.length;
        const x = PANEL.left + (group + 0.5) * groupWidth + (place - policies.length / 2) * (BAR + 6) + 3;
        const dots = seeds.map(
          (value) =>
            `<circle cx="${(x + BAR / 2).toFixed(1)}" cy="${yOf(value).toFixed(1)}" r="2.5" fill="#1b2a20"/>`,
        );
        return [
          `<rect x="${x.toFixed(1)}" y="${yOf(mean).toFixed(1)}" width="${BAR}" height="${(PANEL.height - PANEL.bottom - yOf(mean)).toFixed(1)}" rx="3" fill="${COLORS[place % COLORS.length]}"/>`,
          text(
            x + BAR / 2,
            Math.min(yOf(mean), ...seeds.map(yOf)) - 6,
            measure.format(mean),
            'text-anchor="middle" font-size="10"',
          ),
          ...dots,
        ].join('');
      }),
    ]);
    const [x, y] = [(nth % 2) * PANEL.width, Math.floor(nth / 2) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${text(PANEL.left, 20, measure.name, 'font-weight="700"')}${bars.join('')}</g>`;
  });
  const rowsOfPanels = Math.ceil(measures.length / 2);
  const legend = policies.map(
    (policy, place) =>
      `<rect x="${12 + place * 190}" y="${rowsOfPanels * PANEL.height}" width="12" height="12" fill="${COLORS[place % COLORS.length]}"/>${text(30 + place * 190, rowsOfPanels * PANEL.height + 11, policy)}`,
  );
  const [width, height] = [2 * PANEL.width, rowsOfPanels * PANEL.height + 28];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="#1b2a20"><rect width="${width}" height="${height}" fill="#faf7f0"/>${panels.join('')}${legend.join('')}</svg>\n`;
}
