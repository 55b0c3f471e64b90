// The signed price of the checkout: asked for on entry, renewed by itself before it runs out and when the network is back. A price that
// turned out different is never taken over silently: it waits in `changed` until the client accepts it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { hasCode, problemText } from '@/api/problem';
import { changedQuote } from '@/api/quotes';
import type { Quote, QuoteRequest } from '@/api/types';
import { serverNow, useClient } from '@/shared/session';
import { type BookingDraft, updateDraft } from '../draft';
import type { DraftPrice } from './draftPrice';
import { quoteRequestOf, requestQuote } from './quoteRequest';
import { useWhenBackOnline } from './useWhenBackOnline';

/** Milliseconds before its end at which a quote is renewed, so that Pay never meets one that has just run out. */
const RENEW_EARLY = 10_000;

/** The server's price is another one than the client has seen. */
export interface ChangedPrice {
  wasPence: number;
  quote: Quote;
  /** The coupon does not count (any more). */
  couponLost: boolean;
  /** The server's own words. */
  reason: string;
}

export interface QuoteState {
  /** A signed price that may be redeemed now; undefined while there is none. */
  quote: Quote | undefined;
  loading: boolean;
  /** Why there is none; not set for a changed price. */
  error: unknown;
  changed: ChangedPrice | null;
  accept: () => void;
  renew: () => Promise<Quote | undefined>;
  /** Shows the price that came with a refused redemption; false when none came. */
  offer: (error: unknown) => boolean;
}

export interface QuoteOptions {
  /** Undefined while the price on this device is not known: nothing is asked for. */
  price: DraftPrice | undefined;
  couponCode: string | undefined;
  /** Whether a payment is under way: then its own time limit counts, not the quote's. */
  held: () => boolean;
}

/** What makes a request another one, apart from the amount. */
function sameJob(request: QuoteRequest): string {
  return JSON.stringify({ ...request, amountPence: null });
}

export function useQuote(draft: BookingDraft, { price, couponCode, held }: QuoteOptions): QuoteState {
  const queryClient = useQueryClient();
  // A quote is bound to its person: whoever signs in, or is signed out, gets a new one.
  const person = useClient()?.id ?? 'guest';
  const [accepted, setAccepted] = useState<{ job: string; amountPence: number } | null>(null);
  const [offered, setOffered] = useState<ChangedPrice | null>(null);

  const own = price && quoteRequestOf(draft, price, { amountPence: price.amountPence, couponCode });
  const agreed = own && accepted?.job === sameJob(own) ? accepted.amountPence : own?.amountPence;
  const request = own && agreed !== undefined ? { ...own, amountPence: agreed } : null;

  const query = useQuery({
    queryKey: ['quote', person, request],
    queryFn: () => (request ? requestQuote(request) : Promise.reject(new Error('Nothing to quote.'))),
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { refetch, isFetching } = query;
  const quote = query.isSuccess && !isFetching ? query.data : undefined;

  const renew = useCallback(async () => {
    const { data, isSuccess } = await refetch();
    return isSuccess ? data : undefined;
  }, [refetch]);

  useRenewal(quote, held, renew);
  useWhenBackOnline(() => {
    if (request && !held()) void renew();
  });

  const changed = offered ?? (query.isError && request ? changeIn(query.error, request) : null);

  const accept = () => {
    if (!changed || !own) return;
    const coupon = changed.couponLost ? undefined : couponCode;
    const { couponCode: _, ...withoutCoupon } = own;
    const job = { ...withoutCoupon, ...(coupon ? { couponCode: coupon } : {}) };
    const next = { ...job, amountPence: changed.quote.amountPence };
    queryClient.setQueryData(['quote', person, next], changed.quote);
    setAccepted({ job: sameJob(next), amountPence: next.amountPence });
    setOffered(null);
    if (changed.couponLost) updateDraft({ couponCode: undefined });
  };

  const offer = (error: unknown) => {
    const change = request && changeIn(error, request);
    if (change) setOffered(change);
    return Boolean(change);
  };

  return {
    quote: changed ? undefined : quote,
    loading: request === null || isFetching,
    error: changed ? null : query.error,
    changed,
    accept,
    renew,
    offer,
  };
}

function changeIn(error: unknown, request: QuoteRequest): ChangedPrice | null {
  const quote = changedQuote(error);
  if (!quote) return null;
  const couponCounts = quote.lines.some((line) => line.label === 'Coupon');
  return {
    wasPence: request.amountPence,
    quote,
    couponLost: hasCode(error, 'coupon_unavailable') || (Boolean(request.couponCode) && !couponCounts),
    reason: problemText(error, ''),
  };
}

/** Milliseconds that a quote is still good for, by the server's clock. */
export function timeLeft(quote: Quote): number {
  return quote.expiresAtEpochSec * 1000 - serverNow();
}

function useRenewal(quote: Quote | undefined, held: () => boolean, renew: () => Promise<unknown>): void {
  const isHeld = useEffectEvent(held);
  useEffect(() => {
    if (!quote) return;
    let timer: ReturnType<typeof setTimeout>;
    const renewOrWait = () => {
      if (isHeld()) timer = setTimeout(renewOrWait, 5000);
      else void renew();
    };
    // Never faster than once a second, should the two clocks disagree wildly.
    timer = setTimeout(renewOrWait, Math.max(timeLeft(quote) - RENEW_EARLY, 1000));
    return () => clearTimeout(timer);
  }, [quote, renew]);
}
