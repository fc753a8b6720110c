import type { AppErrorStatus, ErrorCode } from './app-error.ts';
import type { AnyEndpoint, EndpointSpec } from './endpoint.ts';

/** Codes of errors by status. 500 is a bug of ours; any call may meet one. */
export type ErrorsByStatus = Readonly<Partial<Record<AppErrorStatus | 500, readonly ErrorCode[]>>>;

/**
 * The errors that follow from an endpoint's method, access, schemas and idempotency. Its `errors` are those of its own
 * rules; every error that it returns is in one of the two.
 */
export function impliedErrors(endpoint: AnyEndpoint & EndpointSpec): ErrorsByStatus {
  const { access, method, params, query, body, idempotent } = endpoint;
  const isWrite = method !== 'GET';
  const codesByStatus: Readonly<Record<AppErrorStatus | 500, readonly (ErrorCode | false | undefined)[]>> = {
    // a write's body is read even if none is expected
    400: [Boolean(query ?? body ?? idempotent) && 'malformed', isWrite && 'not-json'],
    401: [access !== 'anyone' && 'signed-out'],
    403: [
      isWrite && 'foreign-origin',
      access.startsWith('donor') && 'donors-only',
      access === 'organization' && 'not-an-organization',
    ],
    404: [Boolean(params ?? access.includes(' of ')) && 'not-found'],
    408: [],
    409: [idempotent && 'idempotency-key-reused'],
    412: [],
    413: [isWrite && 'too-large'],
    415: [isWrite && 'unsupported-media-type'],
    416: [],
    422: [Boolean(query ?? body) && 'check-fields'],
    429: ['too-many'],
    500: ['fault'],
    503: ['busy', 'closing', 'database-away', isWrite && 'storage-full'],
  };
  return Object.fromEntries(
    Object.entries(codesByStatus)
      .map(([status, codes]) => [status, codes.filter((code) => typeof code === 'string')] as const)
      .filter(([, codes]) => codes.length > 0),
  );
}
