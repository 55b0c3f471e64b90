import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert } from 'lucide-react';
import { saveSkills } from '@/api/pros';
import type { Skill } from '@/api/types';
import { usePro } from '../usePro';
import { skillNames, skills } from '../words';
import { StepForm } from './StepPage';
import { type SkillsForm, skillsSchema } from './schemas';
import { useStepForm } from './useStepForm';

export function SkillsStep() {
  const pro = usePro();
  const step = useStepForm({
    name: 'skills',
    saved: { skills: pro.skills as string[] },
    resolver: zodResolver<SkillsForm, unknown, { skills: Skill[] }>(skillsSchema),
    save: ({ skills: chosen }) => saveSkills(chosen),
  });
  const { register, formState } = step.form;
  const error = formState.errors.skills?.message;
  return (
    <StepForm title="Skills" step={step}>
      <fieldset aria-describedby={error ? 'skills-error' : undefined} className="min-w-0">
        <legend className="mb-1.5 text-s font-[650]">What you do</legend>
        <ul className="grid">
          {skillNames.map((skill) => (
            <li key={skill} className="border-line not-first:border-t">
              <label htmlFor={`skill-${skill}`} className="flex min-h-11 items-start gap-3 pt-2.5">
                <input
                  {...register('skills')}
                  id={`skill-${skill}`}
                  type="checkbox"
                  value={skill}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={`skill-${skill}-needs`}
                  className="mt-0.5 size-[1.375rem] shrink-0 accent-action"
                />
                <span className="min-w-0 font-[550]">{skills[skill].name}</span>
              </label>
              <p id={`skill-${skill}-needs`} className="-mt-1.5 pb-3 pl-[34px] text-s text-muted">
                {skills[skill].needs}
              </p>
            </li>
          ))}
        </ul>
        {error && (
          <p id="skills-error" className="flex items-start gap-1.5 text-s text-bad">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </p>
        )}
      </fieldset>
    </StepForm>
  );
}
