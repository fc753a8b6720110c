declare module '@20minutes/s3rver' {
  /** The part of it that tests use. Its key and secret are `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      /** 0: any. */
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
