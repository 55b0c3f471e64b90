// /master/onboarding/:step: one step of onboarding; later it changes what was entered then.
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import type { OnboardingStep } from '@/api/types';
import { paths } from '@/shared/paths';
import { DocumentsStep } from '../documents/DocumentsStep';
import { AreaStep } from './AreaStep';
import { BasicsStep } from './BasicsStep';
import { EmailStep } from './EmailStep';
import { SkillsStep } from './SkillsStep';

const forms: Record<OnboardingStep, ComponentType> = {
  basics: BasicsStep,
  area: AreaStep,
  skills: SkillsStep,
  documents: DocumentsStep,
  email: EmailStep,
};

export function StepScreen() {
  const { step = '' } = useParams();
  const Form = Object.hasOwn(forms, step) ? forms[step as OnboardingStep] : null;
  return Form ? <Form /> : <Navigate to={paths.master.onboarding} replace />;
}
