// The signed price of the checkout: requested on entry, and renewed before it expires and when the network is back. A different price is never
// adopted silently: it waits in `changed` until the client accepts it.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { keys } from '@/api/keys';
import { hasCode, problemText } from '@/api/problem';
import { changedQuote } from '@/api/quotes';
import type { Quote, QuoteRequest } from '@/api/types';
import { serverNow, useClient } from '@/shared/session';
import { useWhenBackOnline } from '@/shared/useWhenBackOnline';
import { type BookingDraft, updateDraft } from '../draft';
import type { DraftPrice } from './draftPrice';
import { quoteRequestOf, requestQuote } from './quoteRequest';

/** Renew a quote this many milliseconds before it expires, so that Pay never uses one that has just expired. */
const RENEW_EARLY = 10_000;

/** The server's price differs from the one the client has seen. */
export interface ChangedPrice {
  wasPence: number;
  quote: Quote;
  /** The coupon does not apply, or no longer does. */
  couponLost: boolean;
  /** The server's message. */
  reason: string;
}

export interface QuoteState {
  /** A signed price that can be redeemed now; undefined while there is none. */
  quote: Quote | undefined;
  loading: boolean;
  /** Why there is no quote; not set when the price has changed. */
  error: unknown;
  changed: ChangedPrice | null;
  accept: () => void;
  renew: () => Promise<Quote | undefined>;
  /** Shows the new price that came with a failed redemption; false if none came. */
  offer: (error: unknown) => boolean;
}

export interface QuoteOptions {
  /** Undefined until the price on this device is known; until then nothing is requested. */
  price: DraftPrice | undefined;
  couponCode: string | undefined;
  /** Whether a payment is under way: its own time limit then applies, not the quote's. */
  isPaying: () => boolean;
}

/** Everything in a request but the amount, to tell whether two requests are for the same job. */
function sameJob(request: QuoteRequest): string {
  return JSON.stringify({ ...request, amountPence: null });
}

export function useQuote(draft: BookingDraft, { price, couponCode, isPaying }: QuoteOptions): QuoteState {
  const queryClient = useQueryClient();
  // A quote belongs to one person, so signing in or out requests a new one.
  const person = useClient()?.id ?? 'guest';
  const [accepted, setAccepted] = useState<{ job: string; amountPence: number } | null>(null);
  const [offered, setOffered] = useState<ChangedPrice | null>(null);

  const shownPence = couponCode ? price?.amountPence : price?.beforeCouponPence;
  const own = price && quoteRequestOf(draft, price, { amountPence: shownPence ?? 0, couponCode });
  const agreed = own && accepted?.job === sameJob(own) ? accepted.amountPence : own?.amountPence;
  const request = own && agreed !== undefined ? { ...own, amountPence: agreed } : null;

  const query = useQuery({
    queryKey: keys.quote(person, request),
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

  useRenewal(quote, isPaying, renew);
  useWhenBackOnline(() => {
    if (request && !isPaying()) void renew();
  });

  const changed = offered ?? (query.isError && request ? changeIn(query.error, request) : null);

  const accept = () => {
    if (!changed || !own) return;
    const coupon = changed.couponLost ? undefined : couponCode;
    const { couponCode: _, ...withoutCoupon } = own;
    const job = { ...withoutCoupon, ...(coupon ? { couponCode: coupon } : {}) };
    const next = { ...job, amountPence: changed.quote.amountPence };
    queryClient.setQueryData(keys.quote(person, next), changed.quote);
    setAccepted({ job: sameJob(next), amountPence: next.amountPence });
    setOffered(null);
    if (changed.couponLost) updateDraft({ couponCode: undefined, couponDiscountPence: undefined });
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
  const couponApplies = quote.lines.some((line) => line.kind === 'coupon');
  return {
    wasPence: request.amountPence,
    quote,
    couponLost: hasCode(error, 'coupon_unavailable') || (Boolean(request.couponCode) && !couponApplies),
    reason: problemText(error, ''),
  };
}

/** Milliseconds until the quote expires, by the server's clock. */
export function timeLeft(quote: Quote): number {
  return quote.expiresAtEpochSec * 1000 - serverNow();
}

function useRenewal(quote: Quote | undefined, isPaying: () => boolean, renew: () => Promise<unknown>): void {
  const isPayingNow = useEffectEvent(isPaying);
  useEffect(() => {
    if (!quote) return;
    let timer: ReturnType<typeof setTimeout>;
    const renewOrWait = () => {
      if (isPayingNow()) timer = setTimeout(renewOrWait, 5000);
      else void renew();
    };
    // At least a second apart, in case the two clocks disagree badly.
    timer = setTimeout(renewOrWait, Math.max(timeLeft(quote) - RENEW_EARLY, 1000));
    return () => clearTimeout(timer);
  }, [quote, renew]);
}
