/** A works with its mast, in lines: no picture to load, nothing to read out. */
export const Skyline = ({ className }: { className: string }) => (
  <svg
    data-drawing
    className={className}
    viewBox="0 0 440 260"
    fill="none"
    stroke="#7f9cc6"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <g strokeLinejoin="round" strokeLinecap="round">
      <path d="M4 259.2H436" />
      <path d="M36 259V168l44-28v28l44-28v28l44-28v119M36 196h132" />
      <path d="M54 214h20v18H54zM92 214h20v18H92zM130 214h20v18h-20zM54 178h20M92 178h20M130 178h20" />
      <path d="M44 162V96h16v56M52 84c0-10 12-8 12-18s-12-8-12-18" />
      <path d="M168 180h92v79M168 200h92M186 259v-40h32v40M202 219v40M232 219h14v16h-14z" />
      <path d="M300 259l22-196 22 196M306 206h32M311 160h22M315 122h14M300 259l38-53M344 259l-38-53M306 206l27-46M338 206l-27-46M311 160l18-38M333 160l-18-38" />
      <path d="M360 259v-61h60v61M360 216h60M374 259v-24h14v24M400 228h10M400 240h10" />
    </g>
    <g stroke="#409eff" strokeWidth="2" strokeLinecap="round">
      <path d="M308 49a20 20 0 0 1 0-28M336 21a20 20 0 0 1 0 28M297 60a36 36 0 0 1 0-50M347 10a36 36 0 0 1 0 50" />
    </g>
    <path d="M322 63V40" strokeLinecap="round" />
    <circle cx="322" cy="35" r="4" fill="#409eff" stroke="none" />
    <g strokeDasharray="2 6" strokeLinecap="round">
      <path d="M290 50C240 70 226 104 214 172M354 52c30 36 38 82 37 140" />
    </g>
  </svg>
)
