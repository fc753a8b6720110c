import { lazy, type ReactNode } from 'react';
import { loadDocumentTexts } from '#web/app/i18n/i18n.ts';

/** A lazy component whose texts are in the catalog of long documents. */
const lazyDocument = <Props extends object>(load: () => Promise<(props: Props) => ReactNode>) =>
  lazy(async () => {
    const [document] = await Promise.all([load(), loadDocumentTexts()]);
    return { default: document };
  });

export const LegalPage = lazyDocument(async () => (await import('./LegalPage.tsx')).LegalPage);
export const TermsOfUse = lazyDocument(async () => (await import('./TermsOfUse.tsx')).TermsOfUse);
export const PrivacyNotice = lazyDocument(async () => (await import('./PrivacyNotice.tsx')).PrivacyNotice);
