/** The way to correct clocks that differ. */
export const clockAdvice = 'turn on time synchronization on both machines: timedatectl set-ntp true'
