import { expect, it } from 'vitest';
import { aCluster, aMapItem } from '#web/testing/map-samples.ts';
import { clusterOfListing } from './marker-navigation.ts';

const point = { latitude: 40.76, longitude: -73.98 };
const item = aMapItem();
const full = aCluster({ id: 'full', ...point });
const far = aCluster({ id: 'far', latitude: 40.78, longitude: -73.98, count: 60 });
const near = aCluster({ id: 'near', latitude: 40.765, longitude: -73.98, count: 60 });

it('finds the cluster that names the listing, however far its centre is', () => {
  const holder = aCluster({ id: 'holder', latitude: 41, items: [aMapItem(), item] });
  expect(clusterOfListing([near, holder], { id: item.id, point })?.id).toBe('holder');
});

it('finds the nearest that holds more than it names', () => {
  expect(clusterOfListing([full, far, near], { id: item.id, point })?.id).toBe('near');
});

it('finds none where every cluster names all it holds, or is out of reach', () => {
  const beyond = aCluster({ id: 'beyond', latitude: 40.9, longitude: -73.98, count: 60 });
  expect(clusterOfListing([full, beyond], { id: item.id, point })).toBeNull();
});
