import type {
  Award as AwardOnce,
  RowError as DescribedRowError,
  RowWarning as DescribedRowWarning,
  SyncResult as DescribedSyncResult,
  Error as ErrorBody,
  Event,
  KudosRequest as KudosOnce,
  Pagination,
  RedemptionRequest as RedemptionOnce,
  ShopItem,
  Status,
} from '../../generated/api-types.ts';

// Those that follow stand for the ones of the same names.
export type * from '../../generated/api-types.ts';

/** What makes a write safe to repeat. Without it the client makes one for the call, and keeps it over its retries. */
type Once<T extends { once: string }> = Omit<T, 'once'> & { once?: string };

export type Award = Once<AwardOnce>;
export type RedemptionRequest = Once<RedemptionOnce>;
export type KudosRequest = Once<KudosOnce>;

/** A value of a list that may grow: known values are suggested, any other is accepted. */
type OpenEnum<T extends string> = T | (string & {});

export type Page<T> = { data: T[]; pagination: Pagination };

/** What an event is about, such as `level.reached`. */
export type EventType = Event['type'];

export type Scope = Status['key']['scopes'][number];

export type ShopCategory = ShopItem['category'];

/** The codes of errors that are known to this version. */
export type KnownErrorCode = ErrorBody['error']['code'];

/** `code` of an error. Treat an unknown one by its HTTP status. */
export type ErrorCode = OpenEnum<KnownErrorCode>;

/** Why a row was not applied. */
export type RowErrorCode = DescribedRowError['code'];

/** What to check about a row that was applied. */
export type RowWarningCode = DescribedRowWarning['code'];

/** One entry of a sync's `errors` or `warnings`. */
export type RowNote<Code extends string> = Omit<DescribedRowError, 'code'> & {
  code: OpenEnum<Code>;
};

export type RowError = RowNote<RowErrorCode>;
export type RowWarning = RowNote<RowWarningCode>;

export type SyncResult = Omit<DescribedSyncResult, 'errors' | 'warnings'> & {
  errors: RowError[];
  warnings: RowWarning[];
};
