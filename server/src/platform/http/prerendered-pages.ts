import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { escapeHtml } from '../texts/escape-html.ts';

const prerenderedPage = z.object({ title: z.string(), description: z.string(), html: z.string() });
const prerenderedPages = z.record(z.string(), z.record(z.string(), prerenderedPage));

/** The screens of visitors by language and name, as the build of the web app has rendered them. */
export type PrerenderedPages = z.output<typeof prerenderedPages>;
export type PrerenderedPage = z.output<typeof prerenderedPage>;

/** None where the web app has not been built. */
export function readPrerenderedPages(webDir: string): PrerenderedPages {
  const file = path.join(webDir, '.vite/prerendered-pages.json');
  return existsSync(file) ? prerenderedPages.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

type About = {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly address: string;
  readonly language: string;
  /** Whether search engines may list the page. */
  readonly isFound: boolean;
};

const NAME_MARK = '__APP_NAME__';
const IMAGE = { path: '/share.png', width: '1200', height: '630' };

const tag = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

/** What other sites show of a link to the page: addresses are absolute, as they have to be there. */
export function openGraphTags(
  { title, description }: PrerenderedPage,
  { publicUrl, address, language, isFound }: About,
): string {
  // the landing page has two addresses, and stands for pages that visitors don't see
  const isOwn = address === '/volunteer' || address.startsWith('/?');
  const url = `${publicUrl}${isOwn ? address : '/'}`;
  const image = `${publicUrl}${IMAGE.path}`;
  return [
    tag('name', 'description', description),
    tag('name', 'robots', isFound ? 'index, follow' : 'noindex'),
    ...(isFound ? [`<link rel="canonical" href="${escapeHtml(url)}">`] : []),
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', NAME_MARK),
    tag('property', 'og:title', `${title} · ${NAME_MARK}`),
    tag('property', 'og:description', description),
    tag('property', 'og:url', url),
    tag('property', 'og:locale', language),
    tag('property', 'og:image', image),
    tag('property', 'og:image:width', IMAGE.width),
    tag('property', 'og:image:height', IMAGE.height),
    tag('name', 'twitter:card', 'summary_large_image'),
    tag('name', 'twitter:title', `${title} · ${NAME_MARK}`),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', image),
  ].join('');
}
