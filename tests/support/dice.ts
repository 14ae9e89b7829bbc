import fc from 'fast-check'

// the gate judges the change, not the dice: it throws the same ones each time, a run at the desk throws new ones
if (process.env.CI) fc.configureGlobal({ seed: 20_261_122 })
