import { expect, it } from 'vitest';
import { parseStoreAddress } from './store-address.ts';

it.each([
  ['https://K:s/e+c=@s3.example/photos', 'https://s3.example/photos', 's/e+c=', null],
  ['https://K:s%2Fe%25@s3.example/photos/?region=eu-1', 'https://s3.example/photos', 's/e%', 'eu-1'],
  ['https://K:50%@photos.s3.example', 'https://photos.s3.example', '50%', null],
  ['http://K:a:b@10.0.0.7:9000/photos', 'http://10.0.0.7:9000/photos', 'a:b', null],
  ['https://K:p@ss@s3.example/photos', 'https://s3.example/photos', 'p@ss', null],
])('reads %s', (text, endpoint, secretAccessKey, region) => {
  expect(parseStoreAddress(text)).toEqual({ endpoint, accessKeyId: 'K', secretAccessKey, region });
});

it.each([
  's3.example/photos',
  'https://s3.example/photos',
  'https://K@s3.example/photos',
  'https://K:S@localhost:9000',
  'https://K:S@10.0.0.7:9000',
  'https://K:S@s3.example/photos/more',
  'https://K:S@s3.example/photos?regoin=eu',
  'https://K:S@s3.example/photos#eu',
  'https://K:S@s3.example:port/photos',
  'ftp://K:S@s3.example/photos',
])('refuses %s', (text) => {
  expect(parseStoreAddress(text)).toBeNull();
});
