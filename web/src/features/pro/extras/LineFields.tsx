import { Trash2 } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { NewExtra } from '@/api/changeOrders';
import { Field, IconButton, Segmented, TextInput } from '@/ui';
import type { ExtraForm } from './schema';

interface LineFieldsProps {
  form: UseFormReturn<ExtraForm, unknown, NewExtra>;
  index: number;
  /** Nothing for the only line. */
  onRemove: (() => void) | undefined;
}

/** One line of extra work: labour or parts, what, and for how much. */
export function LineFields({ form, index, onRemove }: LineFieldsProps) {
  const { control, register, setValue, formState } = form;
  const kind = useWatch({ control, name: `lines.${index}.kind` });
  const errors = formState.errors.lines?.[index];
  const text = `lines.${index}.text` as const;
  const amount = `lines.${index}.amount` as const;
  return (
    <div className="border-t border-line pt-3 first:border-t-0 first:pt-0">
      <fieldset className="min-w-0">
        <legend className="mb-2 text-s font-[650]">Line {index + 1}</legend>
        <div className="grid grid-cols-1 gap-3">
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <Segmented
                legend="What it is"
                name={`lines.${index}.kind`}
                value={kind}
                options={[
                  { value: 'labour', label: 'Labour' },
                  { value: 'parts', label: 'Parts' },
                ]}
                onChange={(next) => setValue(`lines.${index}.kind`, next)}
              />
            </div>
            {onRemove && (
              <IconButton
                label={`Remove line ${index + 1}`}
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                onClick={onRemove}
              />
            )}
          </div>
          <Field id={text} label="Description" error={errors?.text?.message}>
            <TextInput {...register(text)} autoComplete="off" />
          </Field>
          <Field id={amount} label="Price in pounds" error={errors?.amount?.message}>
            <TextInput
              {...register(amount)}
              inputMode="decimal"
              autoComplete="off"
              placeholder="£"
              className="num max-w-40"
            />
          </Field>
        </div>
      </fieldset>
    </div>
  );
}
