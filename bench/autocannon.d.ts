// The used part of autocannon; the package has no types.
declare module 'autocannon' {
  type Result = {
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
  };
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly workers?: number;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<Result>;
}
