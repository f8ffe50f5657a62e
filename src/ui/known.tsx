import type { ReactNode } from "react";
import { LoadFailure } from "./load-failure.tsx";
import { Loading } from "./loading.tsx";

/** The state of a TanStack query. */
export interface Reading<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** Whether nothing is known, and nothing is on its way. */
export const isOutOfReach = ({ data, isError }: Reading<unknown>): boolean =>
  data === undefined && isError;

export const together = <A, B>(a: Reading<A>, b: Reading<B>): Reading<readonly [A, B]> => ({
  data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
  isError: isOutOfReach(a) || isOutOfReach(b),
  refetch: () => Promise.all([a.refetch(), b.refetch()]),
});

interface KnownProps<T> {
  query: Reading<T>;
  /** the sentence for when it can't be had */
  failed?: string;
  /** what has its shape until then; the loading sign unless given */
  shape?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows data, its shape while it loads, or that it could not be loaded. */
export function Known<T>({
  query,
  failed,
  shape = <Loading size="sm" />,
  children,
}: KnownProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (!isOutOfReach(query)) return shape;
  return <LoadFailure {...(failed && { failed })} onRetry={() => void query.refetch()} />;
}
