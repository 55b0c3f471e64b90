"""Serves localstripe with the one part of a PaymentIntent that Callout reads and localstripe leaves out."""

from localstripe.resources import PaymentIntent
from localstripe.server import start


def amount_received(intent):
    """What was captured, in the smallest unit of the currency. Only whole captures: the tests make no others."""
    charge = intent.latest_charge
    return charge.amount if charge and charge.captured else 0


PaymentIntent.amount_received = property(amount_received)

start()
