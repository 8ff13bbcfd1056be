/** How suites, topics and cases are named: lower-case words joined by hyphens. */
export const words = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
