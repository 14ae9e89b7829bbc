import type { Fields } from '#contract/kit/field.ts'
import { reportSubscription, type Subscribed } from '#contract/report/report-subscription.ts'
import type { FormValues } from '#web/form/form-values.ts'

const { reportId: _, ...chosen } = reportSubscription.actions.subscribe.input

/** What a subscriber chooses. */
export const subscriptionFields: Fields = chosen

/** The values of the form: those of the present subscription, and the initial ones of what it does not have. */
export const subscriptionValues = (before: Subscribed | undefined): FormValues =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, { initial }]) => [name, before?.[name as keyof typeof chosen] ?? initial]),
  )
