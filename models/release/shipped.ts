/** What stands for the network that comes with the package wherever the path of a network may be given. */
export const SHIPPED = 'shipped';
