import { requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { api } from '#web/testing/fake-network.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { useEffect, useRef } from 'react';
import { uploadedCaptions, uploadedPaths } from '#web/features/photos/upload/photo-list.ts';
import { usePhotoUploads } from '#web/features/photos/upload/use-photo-uploads.ts';
import { CardPicture } from './CardPicture.tsx';
import { useListingForm } from './use-listing-form.ts';

const picture = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
const pathOf = (nth: number): string => `/objects/0198a0aa-0000-7000-8000-00000000000${nth}`;
const photoOf = (nth: number, caption = '') => ({
  objectPath: pathOf(nth),
  thumbhash: null,
  width: 4,
  height: 3,
  caption,
});
const noPhotos: ReturnType<typeof photoOf>[] = [];

const context = { place: null, nowMs: Date.now(), timeZone: 'UTC', isBulk: false };

function Form({ stored, error }: { readonly stored: typeof noPhotos; readonly error?: string }) {
  const photos = usePhotoUploads('a form', stored);
  const title = useRef<HTMLInputElement>(null);
  const editor = useListingForm({}, context);
  const { form } = editor;
  const { errors } = form.formState;
  useEffect(() => {
    if (error) form.setError('imageUrls', { message: error });
  }, [form, error]);
  return (
    <>
      <CardPicture key={errors.imageUrls?.message} editor={editor} photos={photos} title={title} />
      <p data-testid="sent">
        {[...uploadedPaths(photos.items), ...uploadedCaptions(photos.items)].join(' ')}
      </p>
    </>
  );
}

/** A server that accepts every file. */
function takeAll(): void {
  let [addresses, pictures] = [0, 0];
  reply(requestUpload, () => ({ uploadURL: `${window.location.origin}/api/objects/put/${++addresses}` }));
  api.use(http.put('*/api/objects/put/*', () => new HttpResponse(null, { status: 204 })));
  reply(storePhoto, () => photoOf(++pictures));
}

async function openDialog(stored = noPhotos) {
  const part = renderWithProviders(<Form stored={stored} />);
  const name = stored.length > 0 ? /^Change photos/ : 'Add photos';
  await part.user.click(screen.getByRole('button', { name }));
  return { ...part, dialog: await screen.findByRole('dialog', { name: 'Photos' }) };
}
const chooser = () =>
  document.querySelector<HTMLInputElement>('input[type=file][multiple]') as HTMLInputElement;
const button = (name: string) => screen.getByRole('button', { name });
const sent = () => screen.getByTestId('sent').textContent;

/** Drops files as a browser does; returns true if the page prevented the default. */
function dropFiles(target: Element, files: readonly File[]): boolean {
  const event = createEvent.drop(target);
  Object.defineProperty(event, 'dataTransfer', { value: { files, types: ['Files'], getData: () => '' } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

// lazy in the product; loaded before, so that no test waits for it
beforeAll(() => import('#web/features/photos/choose/PhotoDialog.tsx'));

describe('adding photos', () => {
  it('opens a dialog that says what to show and reports the progress', async () => {
    takeAll();
    const { user, dialog } = await openDialog();
    expect(dialog.textContent).toContain('Show the food, not your door');
    await user.upload(chooser(), [picture('bread.jpg'), picture('soup.jpg')]);
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((tile) => tile.getAttribute('aria-label')),
    ).toEqual(['Photo 1 of 2', 'Photo 2 of 2']);
    await within(dialog).findByText('2 photos ready');
    expect(sent()).toBe(`${pathOf(1)} ${pathOf(2)}  `);
  });

  it.each([
    [
      'dropped into the dialog',
      (files: File[]) => dropFiles(screen.getByRole('dialog').querySelector('p') as Element, files),
    ],
    [
      'pasted',
      (files: File[]) => {
        const event = new Event('paste', { bubbles: true });
        Object.defineProperty(event, 'clipboardData', { value: { files } });
        document.dispatchEvent(event);
      },
    ],
  ])('takes a file that is %s, once', async (_way, bring) => {
    takeAll();
    const { dialog } = await openDialog();
    bring([picture('bread.jpg')]);
    await within(dialog).findByText('1 photo ready');
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  });

  it('takes a file dropped on the field, and a file dropped elsewhere does not replace the page', async () => {
    takeAll();
    renderWithProviders(<Form stored={noPhotos} />);
    expect(dropFiles(button('Add photos'), [picture('bread.jpg')])).toBe(true);
    await screen.findByRole('button', { name: 'Change photos 1/5' });
    expect(dropFiles(document.body, [picture('soup.jpg')])).toBe(true);
    expect(screen.queryByRole('button', { name: 'Change photos 2/5' })).toBeNull();
  });

  it('says why a file is rejected, at the field if it was dropped there', async () => {
    takeAll();
    renderWithProviders(<Form stored={noPhotos} error="Please add fewer photos" />);
    dropFiles(button('Add photos'), [picture('menu.pdf', 10, 'application/pdf')]);
    const add = await screen.findByRole('button', { description: /“menu.pdf” isn't a photo/ });
    expect(add.getAttribute('aria-describedby')).toContain('error');
    expect(screen.getByRole('button', { description: /Please add fewer photos/ })).toBe(add);
  });

  it('offers no retry for a file that is no picture, and one for all other failures', async () => {
    takeAll();
    const message = 'This is not a photo.';
    replyError(storePhoto, 422, { code: 'check-fields', message, fields: { imageURL: message } });
    const { user, dialog } = await openDialog();
    await user.upload(chooser(), picture('page.jpg'));
    await within(dialog).findByText(message);
    expect(within(dialog).queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    await user.click(button('Remove photo 1'));
    replyError(storePhoto, 429, refusalOf('photo-share-used'));
    await user.upload(chooser(), picture('bread.jpg'));
    await within(dialog).findByRole('button', {
      name: 'Try Again',
      description: errorSentence('photo-share-used'),
    });
    takeAll();
    await user.click(button('Try Again'));
    await within(dialog).findByText('1 photo ready');
  });
});

describe('uploaded photos', () => {
  const three = [photoOf(1, 'Bread'), photoOf(2), photoOf(3)];

  it('are reordered by keyboard, which keeps the focus', async () => {
    const { user, dialog } = await openDialog(three);
    const later = button('Move photo 1 later');
    later.focus();
    await user.keyboard('{Enter}');
    expect(sent()).toContain(`${pathOf(2)} ${pathOf(1)} ${pathOf(3)}`);
    expect(document.activeElement).toBe(later);
    expect(within(dialog).getByText('Moved to position 2 of 3')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(later);
    expect(later.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(sent()).toContain(`${pathOf(2)} ${pathOf(3)} ${pathOf(1)}`);
  });

  it('are reordered by dragging one onto another', async () => {
    const { dialog } = await openDialog(three);
    const tiles = within(dialog).getAllByRole('listitem');
    const carried = new Map<string, string>();
    const dataTransfer = {
      types: ['application/x-photo-place'],
      files: [],
      setData: (type: string, data: string) => carried.set(type, data),
      getData: (type: string) => carried.get(type) ?? '',
    };
    fireEvent.dragStart(tiles[2]?.querySelector('[draggable=true]') as Element, { dataTransfer });
    fireEvent.dragOver(tiles[0]?.firstElementChild as Element, { dataTransfer });
    fireEvent.drop(tiles[0]?.firstElementChild as Element, { dataTransfer });
    expect(sent()).toContain(`${pathOf(3)} ${pathOf(1)} ${pathOf(2)}`);
  });

  it('are removed and restored, and the next one gets the focus', async () => {
    const { user, dialog } = await openDialog(three);
    await user.click(button('Remove photo 2'));
    expect(document.activeElement).toBe(button('Remove photo 2'));
    expect(sent()).toContain(`${pathOf(1)} ${pathOf(3)}`);
    expect(within(dialog).getByText('Photo removed').tagName).toBe('OUTPUT');
    await user.click(button('Undo'));
    expect(sent()).toContain(`${pathOf(1)} ${pathOf(2)} ${pathOf(3)}`);
    expect(document.activeElement).toBe(button('Remove photo 2'));
    await user.click(button('Remove photo 3'));
    expect(document.activeElement).toBe(button('Remove photo 2'));
    await user.click(button('Remove photo 1'));
    await user.click(button('Remove photo 1'));
    expect(document.activeElement).toBe(button('Choose photos'));
    await user.click(button('Done'));
    await user.click(await screen.findByRole('button', { name: 'Add photos' }));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('have captions, the stored ones and the new ones', async () => {
    const { user } = await openDialog(three);
    expect(screen.getByRole('img', { name: 'Bread' })).toBeTruthy();
    const second = within(screen.getByRole('listitem', { name: 'Photo 2 of 3' })).getByRole('textbox', {
      name: /What does it show/,
      description: "For people who can't see it",
    });
    await user.click(second);
    await user.paste(`Soup${'p'.repeat(300)}`);
    await waitFor(() => expect(sent()?.endsWith(`Bread Soup${'p'.repeat(196)} `)).toBe(true));
  });

  it('are marked as missing if they were purged, and are not submitted', async () => {
    const { dialog } = await openDialog([photoOf(1)]);
    fireEvent.error(within(dialog).getByRole('img'));
    await within(dialog).findByText('This photo is gone. Please add it again.');
    expect(sent()).toBe('');
  });
});
