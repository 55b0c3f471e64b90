import type { Appearance } from '@stripe/stripe-js';

/** Our tokens in Stripe's words: its fields live in a frame of their own and cannot see our stylesheet. */
export function stripeAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    theme: styles.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('action'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorDanger: token('bad'),
      borderRadius: '12px',
      fontSizeBase: '16px',
    },
  };
}
