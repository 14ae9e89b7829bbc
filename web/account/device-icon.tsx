import css from './account.module.css'

const phones = /iPhone|Android|鸿蒙|HarmonyOS/

/** Line icon of a phone or a desktop computer. */
export const DeviceIcon = ({ browser }: { browser: string }) => (
  <svg
    className={css.sign}
    viewBox="0 0 32 32"
    width="32"
    height="32"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    {phones.test(browser) ? (
      <path
        strokeWidth="1.6"
        d="M10.5 3.5h11a2 2 0 0 1 2 2v21a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-21a2 2 0 0 1 2-2zM14 25h4"
      />
    ) : (
      <path
        strokeWidth="1.6"
        d="M5 5.500h22a1.500 1.500 0 0 1 1.500 1.500v13a1.500 1.500 0 0 1-1.500 1.500h-22a1.500 1.500 0 0 1-1.500-1.500v-13a1.500 1.500 0 0 1 1.500-1.500zM16 21.500v5M10.500 26.500h11"
      />
    )}
  </svg>
)
