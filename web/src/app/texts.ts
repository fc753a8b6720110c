import { i18n } from '@lingui/core';
import { messages } from '../locales/en/messages.po';

/** Loads the words. English is complete; another language is another catalogue, loaded here by the setting. */
export function loadTexts(): void {
  i18n.load('en', messages);
  i18n.activate('en');
}
