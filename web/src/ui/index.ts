// The design system: screens import from '@/ui' only.

export { AreaPage } from './AreaPage';
export { Badge, type Tone } from './Badge';
export { Banner } from './Banner';
export { BookingLayout, type BookingLayoutProps } from './BookingLayout';
export { Button, ButtonLink } from './Button';
export { Checkbox } from './Checkbox';
export { Chip, ChipRow } from './Chip';
export { ConfidenceBar, confidenceLabel, confidencePercent } from './ConfidenceBar';
export { cx } from './cx';
export { Dialog } from './Dialog';
export { Docket, type DocketLine } from './Docket';
export { DocketRow } from './DocketRow';
export { EmptyState } from './EmptyState';
export { ErrorSummary, type FieldProblem } from './ErrorSummary';
export { Field, useFieldControl } from './Field';
export { Foot } from './Foot';
export { IconButton } from './IconButton';
export { LoadError } from './LoadError';
export { PageLayout } from './PageLayout';
export { Pipe, type Step, StepCount } from './Pipe';
export { Segmented } from './Segmented';
export { Skeleton } from './Skeleton';
export { Spinner } from './Spinner';
export { TextArea, TextInput, type TextInputProps } from './TextInput';
export { toast } from './toast';
export { useIsDesk, useMediaQuery } from './useMediaQuery';
export { usePageTitle } from './usePageTitle';
