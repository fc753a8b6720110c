import type { Messages } from '@lingui/core';
import { messages as signedOut } from '#web/locales/en/signed-out.po';

/**
 * The texts of signing in come with the entry, those of the landing and the volunteer page with these, the signed-in
 * ones with home, those of errors later, and those of donations, figures, organizations, asking for food, ads and long
 * documents when they are opened.
 */
export type CatalogPart =
  | 'signed-out'
  | 'visitors'
  | 'signed-in'
  | 'donations'
  | 'documents'
  | 'figures'
  | 'partners'
  | 'request-form'
  | 'ads'
  | 'errors';

type Import = () => Promise<Messages>;

/** All languages but English, whose texts are part of the first load. */
const own = import.meta.glob<Messages>(['../../locales/*/*.po', '!../../locales/en/*'], {
  import: 'messages',
});
const shared = import.meta.glob<Messages>(
  ['../../../../domain/src/locales/*/errors.po', '!../../../../domain/src/locales/en/*'],
  { import: 'messages' },
);

const ENGLISH: Readonly<Record<CatalogPart, Import>> = {
  'signed-out': async () => signedOut,
  visitors: async () => (await import('#web/locales/en/visitors.po')).messages,
  'signed-in': async () => (await import('#web/locales/en/signed-in.po')).messages,
  donations: async () => (await import('#web/locales/en/donations.po')).messages,
  documents: async () => (await import('#web/locales/en/documents.po')).messages,
  figures: async () => (await import('#web/locales/en/figures.po')).messages,
  'request-form': async () => (await import('#web/locales/en/request-form.po')).messages,
  partners: async () => (await import('#web/locales/en/partners.po')).messages,
  ads: async () => (await import('#web/locales/en/ads.po')).messages,
  errors: async () => (await import('@openlarder/domain/locales/en/errors.po')).messages,
};

/** The texts of a language that are translated. */
export async function loadCatalog(language: string, part: CatalogPart): Promise<Messages> {
  if (language === 'en') return ENGLISH[part]();
  const load =
    part === 'errors'
      ? shared[`../../../../domain/src/locales/${language}/errors.po`]
      : own[`../../locales/${language}/${part}.po`];
  return (await load?.()) ?? {};
}
