import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** A form in a dialog; its code is loaded when the first one opens, since a list does not need it. */
export const FormDialog = lazyComponent(async () => (await import('./dialog-form.tsx')).DialogForm)
