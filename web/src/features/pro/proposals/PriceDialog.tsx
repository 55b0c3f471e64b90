import { NamePriceDialog } from './NamePriceDialog';
import { ProposeDialog, type ProposeDialogProps } from './ProposeDialog';

/** The form for a price: another one, or the first of a job whose price pros name. */
export function PriceDialog(props: ProposeDialogProps) {
  return props.job.openPrice ? <NamePriceDialog {...props} /> : <ProposeDialog {...props} />;
}
