package dev.weft.large.webapp;

import javax.ejb.EJB;
import javax.ejb.Stateless;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.core.MediaType;

/** A resource that is a bean, too. */
@Path("price")
@Stateless
public class Rest {
    @EJB
    private Shop shop;

    /** A price as JSON. */
    @GET
    @Path("{item}")
    @Produces(MediaType.APPLICATION_JSON)
    public String price(@PathParam("item") int item) throws InterruptedException {
        return "{\"item\": " + item + ", \"price\": " + shop.price(item) + "}";
    }
}
