/** Returns the angle from one direction to another one, the short way: above -180, up to 180 for opposite ones. */
export const turn = (from: number, to: number): number => {
  const angle = (((to - from) % 360) + 360) % 360
  return angle > 180 ? angle - 360 : angle
}
