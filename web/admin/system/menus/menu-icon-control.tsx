import { Loading } from '#web/base/page/page.tsx'
import type { Control } from '#web/form/control.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The picker of a menu's icon, loaded with the first form that has one. */
export const MenuIconControl: Control = lazyComponent(
  async () => (await import('./icon-picker.tsx')).IconPicker,
  Loading,
)
