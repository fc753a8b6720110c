import type { Photo } from '@openlarder/domain/photos/photo-contract.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import { PICTURES } from '@openlarder/domain/listings/title-words.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { FoodDrawing, ListingPicture } from './ListingPicture.tsx';

const PHOTO: Photo = {
  objectPath: '/objects/uploads/0198a0aa',
  width: 800,
  height: 600,
  thumbhash: null,
  caption: 'Six loaves',
};

async function imageOf(part: React.ReactElement): Promise<HTMLImageElement> {
  const { container } = renderWithProviders(part);
  return await waitFor(() => {
    const image = container.querySelector('img');
    if (!image) throw new Error('There is no picture');
    return image;
  });
}
const picture = (title: string, photo: Photo | null = null, eager = false) => (
  <ListingPicture photo={photo} title={title} category="other" alt="Six loaves" sizes="20rem" eager={eager} />
);

describe('ListingPicture', () => {
  it('shows the photo', async () => {
    const image = await imageOf(picture('Chicken soup', PHOTO));
    expect(image.getAttribute('src')).toBe('/objects/uploads/0198a0aa?w=640');
    expect(image.alt).toBe('Six loaves');
  });

  it('shows a picture for the title if the photo cannot be loaded', async () => {
    const part = picture('Chicken soup', PHOTO);
    const { container } = renderWithProviders(part);
    fireEvent.error(container.querySelector('img') ?? container);
    await waitFor(() => expect(container.querySelector('img')?.src).toMatch(/\/soup\.webp$/));
  });

  it.each([
    ['Chicken soup', 'soup'],
    ['Sopa de pollo', 'soup'],
    ['Six rye rolls', 'bread'],
  ])('shows a decorative picture for the title if there is no photo: %s', async (title, name) => {
    const image = await imageOf(picture(title));
    expect(image.getAttribute('src')).toMatch(new RegExp(`/${name}\\.webp$`));
    expect(image.getAttribute('alt')).toBe('');
  });

  it('reserves the space of a drawing, and loads it when it is shown, or immediately in the first view', async () => {
    const image = await imageOf(picture('Chicken soup'));
    expect([image.width, image.height, image.loading]).toEqual([320, 256, 'lazy']);
    expect((await imageOf(picture('Chicken soup', null, true))).loading).toBe('eager');
  });
});

it('has a plain sign of its category for food whose title names no picture, a different one for each', async () => {
  const signs = await Promise.all(
    CATEGORIES.map(async (category) => {
      const { container } = renderWithProviders(<FoodDrawing title="" category={category} />);
      await waitFor(() => expect(container.querySelector('svg')).not.toBeNull());
      expect(container.querySelector('img')).toBeNull();
      return container.querySelector('svg')?.innerHTML;
    }),
  );
  expect(new Set(signs).size).toBe(CATEGORIES.length);
});

describe('the files of the pictures', () => {
  const files = import.meta.glob<string>('./pictures/*.webp', {
    eager: true,
    import: 'default',
    query: '?inline',
  });

  it('are those that titles and categories lead to', () => {
    const names = Object.keys(files).map((path) => path.slice('./pictures/'.length, -'.webp'.length));
    expect(names.toSorted()).toEqual([...PICTURES].toSorted());
  });

  it('have at most 10 kB each', () => {
    const bytesOf = (dataUrl: string) => atob(dataUrl.replace(/^.*,/, '')).length;
    expect(Object.entries(files).filter(([, dataUrl]) => bytesOf(dataUrl) > 10_240)).toEqual([]);
  });
});
