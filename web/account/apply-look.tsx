import { useApplyLook } from './appearance.ts'

/** Applies the chosen theme and colour while it is mounted. */
export const ApplyLook = () => {
  useApplyLook()
  return null
}
